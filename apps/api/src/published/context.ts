import type { DatasetDescriptor } from '@stackcheck/datasets';
import type { PaymentTerms } from '@stackcheck/payment-x402';
import type { Contact } from '../config/contact';
import type { AnyRoute } from '../catalogue/define-route';
import EXAMPLE_ANSWERS from './golden/example-answers.json';

/** What every published document is made of; nothing is written by hand next to it. */
export interface PublishingContext {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The catalogue. */
  readonly routes: readonly AnyRoute[];
  priceUsd(route: AnyRoute): string;
  /** Sentence about the mode of payment, e.g. that this is a sandbox; empty when there is nothing to say. */
  readonly paymentNotice: string;
  /** Whether the L402 rail is on. */
  readonly l402: boolean;
  /** What is paid with and to whom; undefined while payments are off. */
  readonly terms: PaymentTerms | undefined;
  readonly contact: Contact | undefined;
  /** The datasets that callers are answered from. */
  readonly datasets: readonly DatasetDescriptor[];
  /** A 200 of each route's example, by operation id. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The answers that were recorded of the routes' examples; a test holds them against a running service. */
export const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = EXAMPLE_ANSWERS;

/** Routes that are sold. */
export function paidRoutes({ routes }: Pick<PublishingContext, 'routes'>): readonly AnyRoute[] {
  return routes.filter((route) => route.price !== 'free' && route.implemented !== false);
}

/** Routes that cost nothing and that a caller of the API has use for. */
export function freeRoutes({ routes }: Pick<PublishingContext, 'routes'>): readonly AnyRoute[] {
  return routes.filter((route) => route.price === 'free' && route.listed !== false);
}

/** Priced routes that are named and not there yet. */
export function pendingRoutes({ routes }: Pick<PublishingContext, 'routes'>): readonly AnyRoute[] {
  return routes.filter((route) => route.implemented === false);
}

/** The target of a route's example: its path with the parameters filled in, and its query. */
export function exampleTarget({ path, example }: AnyRoute): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.pathParams?.[name] ?? ''));
  const query = new URLSearchParams(example.queryParams).toString();
  return filled + (query ? `?${query}` : '');
}
