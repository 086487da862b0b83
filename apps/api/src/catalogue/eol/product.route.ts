import { eolProduct as query } from '@stackcheck/queries/eol';
import { productAnswer } from '../../fast/product-answer';
import { defineRoute } from '../define-route';
import { ofParams, viewOf } from '../view-of';
import { AsOf } from './as-of';
import { IdText } from './id-text';

class ProductParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;

  @AsOf('Support status, days left and targets are as of this day.')
  as_of?: string;
}

export const eolProduct = defineRoute<ProductParams>({
  ...viewOf(query, ofParams<ProductParams>(), { write: productAnswer }),
  method: 'GET',
  path: '/v1/eol/{product}',
  tags: ['eol', 'paid'],
  summary: 'All release cycles of a product',
  description:
    'Every release cycle of a product, newest first, with end-of-life date, support status and latest version; as_of asks the same of a later day.',
  price: '0.001',
  params: ProductParams,
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
});
