import 'reflect-metadata';
import { instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import type { IngestParts } from '../parts/ingest-parts';

/** A symbol that remembers the type of what it stands for. */
export interface Token<T> {
  readonly symbol: symbol;
  /** Never set; carries the type. */
  readonly of?: T;
}

function token<Name extends keyof IngestParts>(name: Name): Token<IngestParts[Name]> {
  return { symbol: Symbol(name) };
}

/** Everything that is wired, by name. */
export const TOKENS: { readonly [Name in keyof IngestParts]: Token<IngestParts[Name]> } = {
  config: token('config'),
  clock: token('clock'),
  timing: token('timing'),
  random: token('random'),
  owner: token('owner'),
  releaseMemory: token('releaseMemory'),
  logger: token('logger'),
  reporter: token('reporter'),
  metrics: token('metrics'),
  progress: token('progress'),
  signingKey: token('signingKey'),
  store: token('store'),
  upstream: token('upstream'),
  advisoryFiles: token('advisoryFiles'),
  advisoryBucket: token('advisoryBucket'),
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
