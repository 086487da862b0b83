import { defineRoute, type AnyRoute, type RouteDataset } from '../define-route';
import { object, ref } from '@stackcheck/queries/json-schema';

/** The manifest route of a registered dataset. */
export function manifestRoute(dataset: RouteDataset): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: `/v1/${dataset}/manifest`,
    operationId: `service_${dataset}_manifest`,
    tags: [dataset, 'free'],
    summary: `Manifest of the ${dataset} snapshot`,
    description: `Identity, hash and signatures of the current ${dataset} snapshot; enough to verify any answer's meta offline.`,
    price: 'free',
    dataset,
    output: { contentType: 'application/json', schema: object({ data: object({ manifest: ref('Manifest') }) }) },
    errors: [],
    example: {},
    answer: (_input, { own: { manifestDocument } }) => ({
      bytes: manifestDocument.body,
      contentType: manifestDocument.contentType,
      etag: manifestDocument.etag,
      maxAgeSeconds: 300,
    }),
  });
}
