import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@stackcheck/contract';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { pino } from 'pino';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';
import { garbageCollector } from '../adapters/garbage-collector';
import { HttpUpstream } from '../adapters/http-upstream';
import { ConfigError, type IngestConfig } from '../config/config';
import { openSigningKey } from '../keys/signing-key';
import { IngestMetrics } from '../operations/ingest-metrics';
import { advisoryFolder } from '../osv/advisory-folder';
import { inlineArchiveReader, type ArchiveReader } from '../osv/archive-reader';
import { ArchiveThreads } from '../osv/archive-threads';
import { HttpBucket } from '../osv/http-bucket';
import { progressOn } from '../operations/progress';
import { logReporter, terminalReporter } from '../operations/report';
import type { IngestParts } from '../parts/ingest-parts';
import { provide, take, TOKENS } from './tokens';

/**
 * The worker's parts, wired. Nothing is opened before it is first asked for.
 * @param override parts that stand in for ours, for tests
 */
export function composeIngest(config: IngestConfig, override: Partial<IngestParts> = {}): IngestParts {
  const container = buildContainer(config);
  for (const [name, part] of Object.entries(override)) {
    provide<unknown>(container, TOKENS[name as keyof IngestParts], () => part);
  }
  const parts = {};
  for (const [name, token] of Object.entries(TOKENS)) {
    Object.defineProperty(parts, name, { enumerable: true, get: () => take<unknown>(container, token) });
  }
  return parts as IngestParts;
}

const FOLLOWS = 'SNAPSHOT_SOURCE is set: this worker follows another and signs nothing';

function buildContainer(config: IngestConfig): DependencyContainer {
  const container = rootContainer.createChildContainer();
  provide(container, TOKENS.config, () => config);
  provide(container, TOKENS.clock, () => systemClock);
  provide(container, TOKENS.random, () => Math.random);
  provide(container, TOKENS.timing, () => ({
    sleep: (ms) => sleep(ms),
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      timer.unref();
      return () => clearInterval(timer);
    },
  }));
  // Random, because a process id comes back after a restart and in every container.
  provide(container, TOKENS.owner, () => `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`);
  provide(container, TOKENS.releaseMemory, () => garbageCollector());
  provide(container, TOKENS.logger, () => pino({ level: config.logLevel, base: { service: 'ingest' } }));
  provide(container, TOKENS.reporter, (from) =>
    process.stdout.isTTY
      ? terminalReporter((line) => process.stdout.write(`${line}\n`))
      : logReporter(take(from, TOKENS.logger)),
  );
  provide(container, TOKENS.metrics, () => (config.metricsPort === 0 ? undefined : new IngestMetrics()));
  provide(container, TOKENS.progress, () => (label) => progressOn(process.stderr, label));
  provide(container, TOKENS.signingKey, (from) => {
    if (config.snapshotSource !== null) throw new ConfigError([FOLLOWS]);
    const key = openSigningKey(config, take(from, TOKENS.clock));
    if (key.warning !== null) take(from, TOKENS.logger).warn(key.warning);
    return key;
  });
  provide(container, TOKENS.store, () => openSnapshotStore(config.snapshotsFile));
  provide(
    container,
    TOKENS.upstream,
    (from) =>
      ({ bodyBytesMax }) =>
        new HttpUpstream({
          bodyBytesMax,
          clock: take(from, TOKENS.clock),
          random: take(from, TOKENS.random),
          sleep: take(from, TOKENS.timing).sleep,
        }),
  );
  provide(container, TOKENS.advisoryFiles, () => openAdvisoryFiles(advisoryFolder(config)));
  provide(
    container,
    TOKENS.advisoryBucket,
    (from) => (url, progress) =>
      new HttpBucket(url, {
        folder: advisoryFolder(config),
        archives: archiveReader(config),
        ...(progress && { progress }),
        clock: take(from, TOKENS.clock),
        random: take(from, TOKENS.random),
        sleep: take(from, TOKENS.timing).sleep,
      }),
  );
  return container;
}

/** More threads would wait for the one that stores what they read. */
const THREADS = 2;

function archiveReader({ osvThreads }: IngestConfig): ArchiveReader {
  const count = osvThreads ?? (availableParallelism() > 1 ? THREADS : 0);
  return count === 0 ? inlineArchiveReader : new ArchiveThreads(count);
}
