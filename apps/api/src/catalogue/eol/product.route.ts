import { defineRoute } from '../define-route';
import { paidAnswer } from '../json-schema';
import { withMeta } from '../with-meta';
import { productData } from './product-data';
import { requireProduct } from './require-product';
import { IdText } from './shapes';

class ProductParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;
}

export const eolProduct = defineRoute<ProductParams>({
  method: 'GET',
  path: '/v1/eol/{product}',
  operationId: 'service_eol_product',
  tags: ['eol', 'paid'],
  summary: 'All release cycles of a product',
  description:
    'Every release cycle of a product, newest first, with end-of-life date, support status and latest version.',
  price: '0.001',
  dataset: 'eol',
  params: ProductParams,
  output: { contentType: 'application/json', schema: paidAnswer('EolProduct') },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  inspect: ({ params }, { data }) => void requireProduct(data('eol'), params.product),
  answer({ params }, { data, today, meta }) {
    const view = data('eol');
    const { product } = requireProduct(view, params.product);
    const { bytes, gzipped } = withMeta(productData(product, today), view.manifest, meta());
    return { bytes, gzipped, contentType: 'application/json' };
  },
});
