import { callerDatasets } from '@stackcheck/datasets';
import { isDownloadable, PRICES } from '../dataset/snapshot.route';
import { defineRoute, type AnyRoute, type RouteDataset, type RouteTag } from '../define-route';

const ROUTE_DATASETS = ['kev', 'models', 'osv'] as const;

/** Priced routes that are named but not available yet: 501 `not_implemented`, never an offer. */
export const PENDING_ROUTES: readonly AnyRoute[] = [
  ...ROUTE_DATASETS.filter((id) => !isDownloadable(id)).map((id) =>
    pending('GET', `/v1/${id}/snapshot`, `service_${id}_snapshot`, id, PRICES[id], `Signed ${id} snapshot`),
  ),
];

/** Free routes of datasets that have no snapshot yet: 503 `dataset_unavailable`. */
export const UNLOADED_ROUTES: readonly AnyRoute[] = [
  ...unregistered().map((dataset) =>
    unloaded(`/v1/${dataset}/manifest`, `service_${dataset}_manifest`, dataset, `Manifest of the ${dataset} snapshot`),
  ),
];

/** Datasets that have no folder yet. */
function unregistered(): readonly RouteDataset[] {
  const registered = callerDatasets();
  return ROUTE_DATASETS.filter((id) => !registered.includes(id));
}

function pending(
  method: 'GET' | 'POST',
  path: string,
  operationId: string,
  tag: RouteTag,
  price: string,
  summary: string,
): AnyRoute {
  return defineRoute({
    method,
    path,
    operationId,
    tags: [tag, 'paid'],
    summary,
    description: `${summary}. Not available yet: answers 501 and is never charged.`,
    price,
    implemented: false,
    output: { contentType: 'application/json', schema: { type: 'object' } },
    errors: [],
    example: {},
    answer: notAnswering,
  });
}

function unloaded(path: string, operationId: string, dataset: RouteDataset, summary: string): AnyRoute {
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    tags: [dataset, 'free'],
    summary,
    description: `${summary}. No snapshot of the dataset is loaded yet.`,
    price: 'free',
    dataset,
    output: { contentType: 'application/json', schema: { type: 'object' } },
    errors: [],
    example: {},
    answer: notAnswering,
  });
}

/** Readiness answers for these routes before this could be reached. */
function notAnswering(): never {
  throw new Error('a route without an answer was called');
}
