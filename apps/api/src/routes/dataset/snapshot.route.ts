import { defineRoute, type AnyRoute, type RouteDataset } from '../define-route';
import { object, ref } from '../json-schema';

/** The download route of a registered dataset. */
export function snapshotRoute(dataset: RouteDataset, price: string): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: `/v1/${dataset}/snapshot`,
    operationId: `service_${dataset}_snapshot`,
    tags: [dataset, 'paid'],
    summary: `Signed ${dataset} snapshot`,
    description: `Downloads the whole signed ${dataset} snapshot with its manifest, for offline checks.`,
    price,
    dataset,
    output: {
      contentType: 'application/json',
      schema: object({ data: object({ manifest: ref('Manifest'), snapshot: ref('Snapshot') }) }),
    },
    errors: ['snapshot_expired'],
    example: {},
    answer: (_input, { eol }) => ({ bytes: eol.download, contentType: 'application/json' }),
  });
}
