import { ServiceError } from '@stackcheck/contract';
import type { AnyRoute, RouteDataset } from '../catalogue/define-route';
import { pauseText } from '../operations/pause';
import { Pins } from './pins';
import type { ReadinessSources } from './sellable';

/**
 * Decides, before any offer is made, whether a route can answer at all, so that no buyer signs for an answer that cannot
 * come. Pins the snapshots for the rest of the request.
 * @throws ServiceError `not_implemented`, `payments_unconfigured`, `paused`, `watch_unavailable`, `dataset_unavailable`
 *   or `stale_data`
 */
export function pinReady(route: AnyRoute, sources: ReadinessSources): Pins {
  const paid = route.price !== 'free';
  if (route.implemented === false) throw new ServiceError('not_implemented');
  if (paid && sources.payments === 'off') throw new ServiceError('payments_unconfigured');
  if (paid && sources.paused()) throw paused(sources);
  if (route.requires === 'watch_keys' && !sources.watching()) throw new ServiceError('watch_unavailable');
  const pins = new Pins(route, sources);
  if (route.dataset) pins.require(route.dataset);
  else if (paid && route.joins) requireOne(pins, route.joins);
  return pins;
}

/** Whether `pinReady` would let a request through. */
export function isReady(route: AnyRoute, sources: ReadinessSources): boolean {
  try {
    pinReady(route, sources);
    return true;
  } catch {
    return false;
  }
}

/** Which of its datasets a combined question needs is known later; one that can be sold is worth an offer. */
function requireOne(pins: Pins, ids: readonly RouteDataset[]): void {
  const faults = ids.map((id) => pins.fault(id));
  if (faults.length > 0 && faults.every((fault) => fault !== undefined)) throw faults[0]!;
}

/** The 503 of paid routes while payments are not taken. */
export function paused(sources: ReadinessSources): ServiceError {
  return new ServiceError('paused', { message: `paid routes are paused: ${pauseText(sources.pauseState().reasons)}` });
}
