import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { misspeltVariables } from '@stackcheck/contract/spelling';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsOptional, Matches, validateSync } from 'class-validator';
import {
  bucketAddressFault,
  bucketFaults,
  configuredBucket,
  isBucketAddress,
  type BucketSettings,
} from './bucket-settings';
import { configuredUpstreams, UPSTREAM_VARIABLES, type ConfiguredUpstreams } from './configured-upstreams';
import { CONFIG_VARIABLES } from './config-variables';

/** The ingest worker's configuration: read once, frozen. */
export interface IngestConfig {
  readonly dataDir: string;
  readonly snapshotsFile: string;
  /** The private key; only this process reads it. */
  readonly signingKeyFile: string;
  /** The public keys, for the API and for everyone. */
  readonly keySetFile: string;
  /** Where each dataset is fetched, where that is configured. */
  readonly upstreams: ConfiguredUpstreams;
  readonly acceptSha256: string | null;
  /** Folder or s3:// address for other nodes, where publications go, too; null: none. */
  readonly publishTo: string | null;
  /** Where another publisher's snapshots are followed: an address or a folder; null: this worker fetches and signs itself. */
  readonly snapshotSource: string | null;
  /** How the bucket of an s3:// address of these is reached; null where neither is one. */
  readonly bucket: BucketSettings | null;
  /** Key set of whom is followed. */
  readonly snapshotKeysFile: string | null;
  /** Threads that read package advisories; null: as many as the machine has use for. */
  readonly osvThreads: number | null;
  /** Where the metrics of the scheduled worker are scraped; port 0: nowhere. */
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly logLevel: LogLevel;
}

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Every fault of the configuration in one message. Values are not repeated: a URL may hold a secret. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`configuration: ${faults.length} fault(s)\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** 0 to 65535. */
const PORT = /^(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;

class Environment {
  DATA_DIR = './data';

  @IsOptional()
  SIGNING_KEY_FILE?: string;

  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 lower-case hex digits, as a refusal names them' })
  ACCEPT_SNAPSHOT_SHA256?: string;

  @IsOptional()
  PUBLISH_TO?: string;

  @IsOptional()
  SNAPSHOT_SOURCE?: string;

  @IsOptional()
  SNAPSHOT_KEYS_FILE?: string;

  @IsOptional()
  @Matches(/^[0-8]$/, { message: '$property must be a whole number from 0 to 8' })
  OSV_THREADS?: string;

  @Matches(/^[\w.:-]{1,253}$/, { message: '$property must be an IP address or a host name' })
  HOST = '127.0.0.1';

  @Matches(PORT, { message: '$property must be a port number, or 0' })
  INGEST_METRICS_PORT = '0';

  @IsIn(LOG_LEVELS, { message: '$property must be silent, error, warn, info or debug' })
  LOG_LEVEL: LogLevel = 'info';
}

/**
 * Reads and checks the whole environment. A blank variable counts as unset.
 * @throws ConfigError naming every fault at once
 */
export function readIngestConfig(env: Readonly<Record<string, string | undefined>>): IngestConfig {
  const set: Readonly<Record<string, string>> = Object.fromEntries(
    CONFIG_VARIABLES.flatMap(({ name }) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const environment = plainToInstance(Environment, set);
  const faults = [
    ...UPSTREAM_VARIABLES.flatMap(({ name }) =>
      set[name] === undefined ? [] : (upstreamFault(name, set[name]) ?? []),
    ),
    ...validateSync(environment).flatMap((error) => Object.values(error.constraints ?? {})),
  ];
  const names = CONFIG_VARIABLES.map(({ name }) => name);
  faults.push(...placeFaults(environment));
  const bucket = [environment.PUBLISH_TO, environment.SNAPSHOT_SOURCE].some(isBucketAddress);
  if (bucket) faults.push(...bucketFaults(set, upstreamFault));
  faults.push(...misspeltVariables(env, names));
  if (faults.length > 0) throw new ConfigError(faults);
  return configFor(environment, configuredUpstreams(set), bucket ? configuredBucket(set) : null);
}

function configFor(
  environment: Environment,
  upstreams: ConfiguredUpstreams,
  bucket: BucketSettings | null,
): IngestConfig {
  const dataDir = resolve(environment.DATA_DIR);
  const keys = join(dataDir, 'keys');
  return Object.freeze({
    dataDir,
    snapshotsFile: join(dataDir, 'snapshots.db'),
    signingKeyFile: resolve(environment.SIGNING_KEY_FILE ?? join(keys, 'dataset-signing.pem')),
    keySetFile: join(keys, 'dataset-jwks.json'),
    upstreams,
    acceptSha256: environment.ACCEPT_SNAPSHOT_SHA256 ?? null,
    publishTo: placeOf(environment.PUBLISH_TO),
    snapshotSource: placeOf(environment.SNAPSHOT_SOURCE),
    bucket,
    snapshotKeysFile: environment.SNAPSHOT_KEYS_FILE === undefined ? null : resolve(environment.SNAPSHOT_KEYS_FILE),
    osvThreads: environment.OSV_THREADS === undefined ? null : Number(environment.OSV_THREADS),
    metricsHost: environment.HOST,
    metricsPort: Number(environment.INGEST_METRICS_PORT),
    logLevel: environment.LOG_LEVEL,
  });
}

/** An address as it is, a folder in full. */
function placeOf(place: string | undefined): string | null {
  if (place === undefined) return null;
  return isAddress(place) ? place : resolve(place);
}

function placeFaults({ SNAPSHOT_SOURCE: source, SNAPSHOT_KEYS_FILE: keys, PUBLISH_TO: target }: Environment): string[] {
  const faults = [
    source === undefined ? undefined : sourceFault(source),
    target === undefined ? undefined : targetFault(target),
  ];
  if (source !== undefined && keys === undefined)
    faults.push('SNAPSHOT_KEYS_FILE must name the key set of whom SNAPSHOT_SOURCE follows');
  if (source !== undefined && target !== undefined) faults.push('PUBLISH_TO and SNAPSHOT_SOURCE exclude each other');
  return faults.filter((fault) => fault !== undefined);
}

function sourceFault(source: string): string | undefined {
  if (isBucketAddress(source)) return bucketAddressFault('SNAPSHOT_SOURCE', source);
  return isAddress(source) ? upstreamFault('SNAPSHOT_SOURCE', source) : undefined;
}

function targetFault(target: string): string | undefined {
  if (isBucketAddress(target)) return bucketAddressFault('PUBLISH_TO', target);
  return isAddress(target) ? 'PUBLISH_TO must be a folder or an s3:// address' : undefined;
}

function isAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
}

/** https anywhere, plain http on loopback only, and no credentials that would end up in logs. */
function upstreamFault(name: string, text: string): string | undefined {
  if (isUpstreamUrl(text)) return undefined;
  return `${name} must be an https address (plain http only on loopback) without credentials`;
}

function isUpstreamUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return secure && url.username === '' && url.password === '';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
