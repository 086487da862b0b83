import { ServiceError } from '@stackcheck/contract';
import { matchVersion, suggestCycles, toEolCycle } from '@stackcheck/eol-core';
import { defineRoute } from '../define-route';
import { inSelection } from '../in-selection';
import { paidAnswer } from '../json-schema';
import { requireProduct } from './require-product';
import { IdText } from './shapes';

class CycleParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;

  @IdText('A release cycle such as a major or major.minor label, or a version in it.', '24')
  cycle!: string;
}

export const eolCycle = defineRoute<CycleParams>({
  method: 'GET',
  path: '/v1/eol/{product}/{cycle}',
  operationId: 'service_eol_cycle',
  tags: ['eol', 'paid'],
  summary: 'One release cycle',
  description:
    'End-of-life date, support status and latest version of the release cycle that a label or version belongs to.',
  price: '0.001',
  dataset: 'eol',
  params: CycleParams,
  output: { contentType: 'application/json', schema: paidAnswer('EolProductCycle') },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs', cycle: '24' } },
  answer({ params }, { data, today, meta }) {
    const eol = data('eol');
    const indexed = requireProduct(eol, params.product);
    const cycle = matchVersion(indexed, params.cycle);
    if (!cycle) {
      const suggestions = suggestCycles(indexed, params.cycle);
      throw new ServiceError('unknown_id', {
        message: inSelection(
          eol.manifest,
          `"${params.cycle}" belongs to no listed cycle of ${indexed.product.id}; suggestions hold its closest cycles`,
        ),
        suggestions,
      });
    }
    const { id, label } = indexed.product;
    return { json: { data: { product: id, label, ...toEolCycle(cycle, today) }, meta: meta() } };
  },
});
