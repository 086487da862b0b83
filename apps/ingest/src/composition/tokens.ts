import 'reflect-metadata';
import type { Clock } from '@stackcheck/contract';
import type { DatasetDescriptor, SnapshotStore } from '@stackcheck/datasets';
import type { AdvisoryBucket, Upstream } from '@stackcheck/datasets/fetch';
import type { Timing } from '@stackcheck/datasets/publish';
import type { AdvisoryFiles } from '@stackcheck/datasets/store';
import type { Logger } from 'pino';
import { instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import type { IngestConfig } from '../config';
import type { IngestMetrics } from '../metrics/ingest-metrics';
import type { SigningKey } from '../keys';
import type { Progress } from '../progress';
import type { Reporter } from '../report';

/** A symbol that remembers the type of what it stands for. */
export interface Token<T> {
  readonly symbol: symbol;
  /** Never set; carries the type. */
  readonly of?: T;
}

function token<T>(name: string): Token<T> {
  return { symbol: Symbol(name) };
}

/** Everything that is wired, by name. */
export const TOKENS = {
  config: token<IngestConfig>('config'),
  clock: token<Clock>('clock'),
  timing: token<Timing>('timing'),
  random: token<() => number>('random'),
  owner: token<string>('owner'),
  releaseMemory: token<() => void>('releaseMemory'),
  logger: token<Logger>('logger'),
  reporter: token<Reporter>('reporter'),
  /** Absent when nobody can scrape them. */
  metrics: token<IngestMetrics | undefined>('metrics'),
  progress: token<(label: string) => Progress>('progress'),
  signingKey: token<SigningKey>('signingKey'),
  store: token<SnapshotStore & { close(): void }>('store'),
  upstream: token<(descriptor: DatasetDescriptor) => Upstream>('upstream'),
  advisoryFiles: token<AdvisoryFiles>('advisoryFiles'),
  advisoryBucket: token<(url: string, progress?: Progress['received']) => AdvisoryBucket>('advisoryBucket'),
} as const;

/** Every part of the worker by its token's name, each made when first asked for. */
export type IngestParts = {
  readonly [Name in keyof typeof TOKENS]: (typeof TOKENS)[Name] extends Token<infer Part> ? Part : never;
};

/** Registers how one thing is made; it is made once, when first taken. The last registration before that counts. */
export function provide<T>(
  container: DependencyContainer,
  { symbol }: Token<T>,
  make: (container: DependencyContainer) => T,
): void {
  container.register(symbol, { useFactory: instanceCachingFactory((inner) => ({ made: make(inner) })) });
}

/** The thing behind a token. */
export function take<T>(container: DependencyContainer, { symbol }: Token<T>): T {
  return container.resolve<{ made: T }>(symbol as never).made;
}
