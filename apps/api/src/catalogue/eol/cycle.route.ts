import { ServiceError } from '@stackcheck/contract';
import { matchVersion, toEolCycle, type Cycle } from '@stackcheck/eol-core';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { suggestCycles } from '@stackcheck/eol-core/suggestions';
import { defineRoute, type EolView } from '../define-route';
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
  inspect: ({ params }, { data }) => void requireCycle(data('eol'), params),
  answer({ params }, { data, today, meta }) {
    const { indexed, cycle } = requireCycle(data('eol'), params);
    const { id, label } = indexed.product;
    return { json: { data: { product: id, label, ...toEolCycle(cycle, today) }, meta: meta() } };
  },
});

/** @throws ServiceError `unknown_id` with up to five closest ids or cycles */
function requireCycle(view: EolView, params: CycleParams): { readonly indexed: IndexedProduct; readonly cycle: Cycle } {
  const indexed = requireProduct(view, params.product);
  const cycle = matchVersion(indexed, params.cycle);
  if (cycle) return { indexed, cycle };
  throw new ServiceError('unknown_id', {
    message: inSelection(
      view.manifest,
      `"${params.cycle}" belongs to no listed cycle of ${indexed.product.id}; suggestions hold its closest cycles`,
    ),
    suggestions: suggestCycles(indexed, params.cycle),
  });
}
