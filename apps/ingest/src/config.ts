import 'reflect-metadata';
import { join, resolve } from 'node:path';
import { misspeltVariables } from '@stackcheck/contract/spelling';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsOptional, Matches, validateSync } from 'class-validator';
import { configuredUpstreams, UPSTREAM_VARIABLES, type ConfiguredUpstreams } from './config-upstreams';
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
  /** Folder for other nodes, where publications go, too; null: none. */
  readonly publishTo: string | null;
  /** Where another publisher's snapshots are followed: an address or a folder; null: this worker fetches and signs itself. */
  readonly snapshotSource: string | null;
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
  faults.push(...sourceFaults(environment));
  faults.push(...misspeltVariables(env, names));
  if (faults.length > 0) throw new ConfigError(faults);
  return configFor(environment, configuredUpstreams(set));
}

function configFor(environment: Environment, upstreams: ConfiguredUpstreams): IngestConfig {
  const dataDir = resolve(environment.DATA_DIR);
  const keys = join(dataDir, 'keys');
  return Object.freeze({
    dataDir,
    snapshotsFile: join(dataDir, 'snapshots.db'),
    signingKeyFile: resolve(environment.SIGNING_KEY_FILE ?? join(keys, 'dataset-signing.pem')),
    keySetFile: join(keys, 'dataset-jwks.json'),
    upstreams,
    acceptSha256: environment.ACCEPT_SNAPSHOT_SHA256 ?? null,
    publishTo: environment.PUBLISH_TO === undefined ? null : resolve(environment.PUBLISH_TO),
    snapshotSource: sourceOf(environment),
    snapshotKeysFile: environment.SNAPSHOT_KEYS_FILE === undefined ? null : resolve(environment.SNAPSHOT_KEYS_FILE),
    osvThreads: environment.OSV_THREADS === undefined ? null : Number(environment.OSV_THREADS),
    metricsHost: environment.HOST,
    metricsPort: Number(environment.INGEST_METRICS_PORT),
    logLevel: environment.LOG_LEVEL,
  });
}

/** An address as it is, a folder in full. */
function sourceOf({ SNAPSHOT_SOURCE: source }: Environment): string | null {
  if (source === undefined) return null;
  return isAddress(source) ? source : resolve(source);
}

function sourceFaults({
  SNAPSHOT_SOURCE: source,
  SNAPSHOT_KEYS_FILE: keys,
  PUBLISH_TO: folder,
}: Environment): string[] {
  if (source === undefined) return [];
  const address = isAddress(source) ? upstreamFault('SNAPSHOT_SOURCE', source) : undefined;
  return [
    ...(address === undefined ? [] : [address]),
    ...(keys === undefined ? ['SNAPSHOT_KEYS_FILE must name the key set of whom SNAPSHOT_SOURCE follows'] : []),
    ...(folder === undefined ? [] : ['PUBLISH_TO and SNAPSHOT_SOURCE exclude each other']),
  ];
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
