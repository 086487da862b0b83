import { toEolCycle } from '@stackcheck/eol-core';
import { requireProduct } from '@stackcheck/queries/eol';
import { defineRoute } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { cardPng } from './card/card';
import { keptToday } from './kept-today';
import { ProductParams } from './product-params';

export const cardRoute = defineRoute<ProductParams>({
  method: 'GET',
  path: '/p/{product}.png',
  operationId: 'service_product_card',
  tags: ['service', 'free'],
  summary: 'Picture of a product for social networks',
  description:
    'The timeline of a product as PNG, 1200 by 630. Of products that the free pages do not show, the icon alone.',
  price: 'free',
  dataset: 'eol',
  listed: false,
  anyQuery: true,
  params: ProductParams,
  output: { contentType: 'image/png', schema: { type: 'string' } },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  answer({ params }, deps) {
    const { product } = requireProduct(deps.data('eol'), params.product);
    const cycles = deps.service.previews(product.id) ? product.cycles : [];
    return keptToday(deps, JSON.stringify(['card', cycles.length === 0 ? '' : product.id]), () =>
      publish(
        'image/png',
        cardPng(
          cycles.map((cycle) => toEolCycle(cycle, deps.today)),
          deps.today,
        ),
      ),
    );
  },
});
