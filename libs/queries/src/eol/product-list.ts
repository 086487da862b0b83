import { defineQuery } from '../query/define-query';
import { array, integer, object, text } from '../query/json-schema';

/** The products of a snapshot by name. */
export interface EolProductList {
  readonly dataset: 'eol';
  readonly snapshot_id: string;
  readonly count: number;
  readonly products: readonly {
    readonly product: string;
    readonly label: string;
    readonly aliases: readonly string[];
  }[];
}

/** The ids, labels and aliases of all products. */
export const eolIndex = defineQuery<object, EolProductList>({
  id: 'eol_index',
  dataset: 'eol',
  answers: object({
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
  answer(_input, { data }) {
    const { manifest, index } = data('eol');
    const { products } = index.products;
    return {
      dataset: 'eol',
      snapshot_id: manifest.snapshot_id,
      count: products.length,
      products: products.map(({ product: { id, label, aliases } }) => ({ product: id, label, aliases })),
    };
  },
});
