import type { OperatorFacts } from '../../operator/operator-facts';
import type { MetricsOfProcess } from '../../operations/metrics/metrics';

/** What a worker says to the process that started it. JSON, in order; nothing of it concerns a payment. */
export type FromWorker =
  /** It listens; the banner is for the operator who starts the first one. */
  | { readonly kind: 'ready'; readonly url: string; readonly banner: string }
  | { readonly kind: 'facts'; readonly number: number; readonly facts: OperatorFacts | null }
  | { readonly kind: 'metrics'; readonly number: number; readonly metrics: MetricsOfProcess };

/** What a worker is sent. */
export type ToWorker =
  | { readonly kind: 'scrape'; readonly number: number }
  /** What the operator's page shows is asked for. */
  | { readonly kind: 'show'; readonly number: number }
  | { readonly kind: 'drain' };
