import { array, integer, object, text } from '../json-schema';
import { defineRoute } from '../define-route';

export const eolIndex = defineRoute({
  method: 'GET',
  path: '/v1/eol/index',
  operationId: 'service_eol_index',
  tags: ['eol', 'free'],
  summary: 'Valid product ids',
  description: 'The ids, labels and aliases of all products of the current snapshot.',
  price: 'free',
  dataset: 'eol',
  output: {
    contentType: 'application/json',
    schema: object({
      data: object({
        dataset: text('Dataset name.'),
        snapshot_id: text('Snapshot the ids come from.'),
        count: integer('Number of products.', 0),
        products: array(
          object({
            product: text('Canonical product id.'),
            label: text('Display name.'),
            aliases: array(text('Another name that is accepted.')),
          }),
        ),
      }),
    }),
  },
  errors: [],
  example: {},
  answer(_input, { eol, service }) {
    const { body, etag } = service.eolIndex(eol);
    return { bytes: body, contentType: 'application/json', etag, maxAgeSeconds: 300 };
  },
});
