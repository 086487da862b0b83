import { array, integer, object, text } from '../json-schema';
import { publish } from '../publish';
import { defineRoute, type EolView, type Published } from '../define-route';

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
  answer(_input, { data, service }) {
    const view = data('eol');
    const { body, etag } = service.once(view, 'index', () => productIndex(view));
    return { bytes: body, contentType: 'application/json', etag, maxAgeSeconds: 300 };
  },
});

function productIndex({ manifest, index: { products } }: EolView): Published {
  const data = {
    dataset: 'eol',
    snapshot_id: manifest.snapshot_id,
    count: products.products.length,
    products: products.products.map(({ product: { id, label, aliases } }) => ({ product: id, label, aliases })),
  };
  return publish('application/json', JSON.stringify({ data }));
}
