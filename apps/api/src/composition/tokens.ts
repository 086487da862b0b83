import type { Server } from 'node:http';
import type { Clock } from '@stackcheck/contract';
import type { LiveSnapshots, SnapshotReader } from '@stackcheck/datasets';
import type { L402Event, L402Gate } from '@stackcheck/payment-l402';
import type { ChainEvidence, Facilitator, PaymentGate, PaymentStore } from '@stackcheck/payment-x402';
import type { ProcessorBudget } from '@stackcheck/payment-x402/checks';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import type { Reconciler } from '@stackcheck/payment-x402/reconcile';
import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { GateEvent } from '@stackcheck/payment-x402/settle';
import type { Logger } from 'pino';
import { instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import type { ApiConfig } from '../config/config';
import type { StoredDownloads } from '../sale/downloads/snapshot-downloads';
import type { SoldSnapshots } from '../sale/downloads/sold-snapshots';
import type { Dispatch } from '../http/dispatch';
import type { McpEndpoint } from '../mcp/mcp-endpoint';
import type { SharedDeps } from '../sale/request-deps';
import type { Sales } from '../sale/sales';
import type { ReadinessSources } from '../sale/sellable';
import type { Metrics } from '../operations/metrics/metrics';
import type { SelfSettling } from './self-settling';
import type { HealthComponents } from '../operations/health-components';
import type { Tracing } from '../operations/tracing/tracing';
import type { SanctionsScreening } from '../operations/screening';
import type { ServiceView } from '../catalogue/define-route';
import type { ReceiptKeys } from '../sale/payments/keys';
import type { WatchKeys } from '../operations/watch/watch-keys';

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
  config: token<ApiConfig>('config'),
  clock: token<Clock>('clock'),
  logger: token<Logger>('logger'),
  /** Absent when they cannot be scraped. */
  metrics: token<Metrics | undefined>('metrics'),
  /** Absent where no SDK takes spans. */
  tracing: token<Tracing | undefined>('tracing'),
  operations: token<HealthComponents>('operations'),
  snapshots: token<SnapshotReader & { close(): void }>('snapshots'),
  live: token<LiveSnapshots>('live'),
  screening: token<SanctionsScreening>('screening'),
  readiness: token<ReadinessSources>('readiness'),
  downloads: token<StoredDownloads>('downloads'),
  sold: token<SoldSnapshots>('sold'),
  watchKeys: token<WatchKeys>('watchKeys'),
  receiptKeys: token<ReceiptKeys>('receiptKeys'),
  ledger: token<PaymentStore['ledger'] | undefined>('ledger'),
  /** Where gates and reconciler report to. */
  gateLog: token<(event: GateEvent | L402Event) => void>('gateLog'),
  facilitator: token<Facilitator | undefined>('facilitator'),
  /** Absent unless we settle by ourselves. */
  self: token<SelfSettling | undefined>('self'),
  locks: token<InFlightLocks>('locks'),
  evidence: token<ChainEvidence | undefined>('evidence'),
  refusals: token<RefusalLimit>('refusals'),
  budget: token<ProcessorBudget>('budget'),
  gate: token<PaymentGate | undefined>('gate'),
  l402: token<L402Gate | undefined>('l402'),
  reconciler: token<Reconciler | undefined>('reconciler'),
  service: token<ServiceView>('service'),
  /** What answers of all requests have in common. */
  shared: token<SharedDeps>('shared'),
  sales: token<Sales>('sales'),
  dispatch: token<Dispatch>('dispatch'),
  /** The Model Context Protocol, besides HTTP on the same server. */
  mcp: token<McpEndpoint>('mcp'),
  server: token<Server>('server'),
} as const;

/** What things are taken from. */
export type Container = DependencyContainer;

/** Registers how one thing is made; it is made once, when first taken. */
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
