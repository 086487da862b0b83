import { ServiceError } from '@stackcheck/contract';
import type { AnyRoute, EolView, RouteDataset } from '../routes/define-route';

/** A loaded snapshot as routes see it, with what decides whether it may be sold. */
export interface LoadedDataset {
  readonly view: EolView;
  readonly starter: boolean;
  readonly stale: boolean;
  /** Not refreshed within twice its cadence. */
  readonly tooOld: boolean;
}

/** What readiness asks about. */
export interface ReadinessSources {
  readonly payments: 'sandbox' | 'facilitator' | 'off';
  paused(): boolean;
  /** Why payments are not taken, and what else the operator should know. */
  pauseState(): { readonly reasons: readonly string[]; readonly warnings: readonly string[] };
  loaded(dataset: RouteDataset): LoadedDataset | undefined;
}

/**
 * Decides, before any offer is made, whether a route can answer at all, so that nobody signs for an answer that cannot
 * come. Pins the dataset's snapshot for the rest of the request.
 * @throws ServiceError `not_implemented`, `payments_unconfigured`, `paused`, `dataset_unavailable` or `stale_data`
 */
export function pinReady(route: AnyRoute, sources: ReadinessSources): LoadedDataset | undefined {
  const paid = route.price !== 'free';
  if (route.implemented === false) throw new ServiceError('not_implemented');
  if (paid && sources.payments === 'off') throw new ServiceError('payments_unconfigured');
  if (paid && sources.paused()) throw paused(sources);
  if (!route.dataset) return undefined;
  const loaded = sources.loaded(route.dataset);
  if (!loaded) {
    throw new ServiceError('dataset_unavailable', {
      message: `no snapshot of dataset "${route.dataset}" is loaded yet`,
    });
  }
  if (paid && !isSellable(loaded, sources.payments)) {
    throw new ServiceError('stale_data', {
      message: loaded.starter
        ? 'only the starter selection is loaded; it is not sold for real payments'
        : `dataset "${route.dataset}" was not refreshed within twice its cadence`,
    });
  }
  return loaded;
}

/** The 503 of paid routes while payments are not taken. */
export function paused(sources: ReadinessSources): ServiceError {
  return new ServiceError('paused', { message: `paid routes are paused (${sources.pauseState().reasons.join(', ')})` });
}

/** The starter is a selection for trying the service out: it is answered in the sandbox and never sold. */
export function isSellable(loaded: LoadedDataset, payments: ReadinessSources['payments']): boolean {
  return loaded.starter ? payments === 'sandbox' : !loaded.tooOld;
}
