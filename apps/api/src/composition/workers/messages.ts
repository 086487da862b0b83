import type { LockRequest, LockReply } from '@stackcheck/payment-x402/in-flight';
import type { ProvenPayer } from '@stackcheck/payment-x402/refusals';
import type { OperatorFacts } from '../../operator/operator-facts';
import type { MetricsOfProcess } from '../../operations/metrics/metrics';

/** One refused payment, as every worker counts it. */
export interface CountedRefusal {
  readonly client: string;
  readonly payer: ProvenPayer | null;
}

/** What a worker says to the process that started it. JSON, in order. */
export type FromWorker =
  /** It listens; the banner is for whoever starts the first one. */
  | { readonly kind: 'ready'; readonly url: string; readonly banner: string }
  /** Payments must end, in every worker. */
  | { readonly kind: 'fatal'; readonly reason: string }
  | { readonly kind: 'flights'; readonly message: LockRequest }
  | { readonly kind: 'refused'; readonly refusal: CountedRefusal }
  | { readonly kind: 'facts'; readonly number: number; readonly facts: OperatorFacts | null }
  | { readonly kind: 'metrics'; readonly number: number; readonly metrics: MetricsOfProcess };

/** What a worker is told. */
export type ToWorker =
  | { readonly kind: 'flights'; readonly reply: LockReply }
  /** Another worker refused a payment. */
  | { readonly kind: 'refused'; readonly refusal: CountedRefusal }
  | { readonly kind: 'scrape'; readonly number: number }
  /** What the operator's page shows is asked for. */
  | { readonly kind: 'show'; readonly number: number }
  /** Another worker met a fault that forbids to use the ledger's file again, which is this one's as well. */
  | { readonly kind: 'fatal'; readonly reason: string }
  | { readonly kind: 'drain' };
