import { eolCycle as query } from '@stackcheck/queries/eol';
import { defineRoute } from '../define-route';
import { ofParams, viewOf } from '../view-of';
import { AsOf } from './as-of';
import { IdText } from './id-text';

class CycleParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;

  @IdText('A release cycle such as a major or major.minor label, or a version in it.', '24')
  cycle!: string;

  @AsOf('Support status, days left and targets are as of this day.')
  as_of?: string;
}

export const eolCycle = defineRoute<CycleParams>({
  ...viewOf(query, ofParams<CycleParams>()),
  method: 'GET',
  path: '/v1/eol/{product}/{cycle}',
  tags: ['eol', 'paid'],
  summary: 'One release cycle',
  description:
    'End-of-life date, support status and latest version of the release cycle that a label or version belongs to; as_of asks the same of a later day.',
  price: '0.001',
  params: CycleParams,
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs', cycle: '24' } },
});
