import { defineRoute, type AnyRoute, type RouteDataset } from '../define-route';
import { object, ref } from '../json-schema';

/** US dollars for the whole dataset; the advisories are many times the size of the others. */
export const PRICES: Readonly<Record<RouteDataset, string>> = { eol: '0.05', kev: '0.05', models: '0.05', osv: '0.50' };

/** The download route of a registered dataset. */
export function snapshotRoute(dataset: RouteDataset): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: `/v1/${dataset}/snapshot`,
    operationId: `service_${dataset}_snapshot`,
    tags: [dataset, 'paid'],
    summary: `Signed ${dataset} snapshot`,
    description: `Downloads the whole signed ${dataset} snapshot with its manifest, for offline checks.`,
    price: PRICES[dataset],
    dataset,
    output: {
      contentType: 'application/json',
      schema: object({ data: object({ manifest: ref('Manifest'), snapshot: ref('Snapshot') }) }),
    },
    errors: ['snapshot_expired'],
    example: {},
    answer: (_input, { own }) => ({ bytes: own.download, contentType: 'application/json' }),
  });
}
