import { badgeEndpoint, badgeSvg } from '@stackcheck/pictures';
import { object, text } from '@stackcheck/queries/json-schema';
import { requireCycle } from '@stackcheck/queries/eol';
import { defineRoute, type HeldAnswer, type Published, type RouteDeps } from '../../catalogue/define-route';
import { IdText } from '../../catalogue/eol/id-text';
import { publish } from '../../catalogue/publish';
import { keptToday } from '../kept-today';
import { badgeOf } from './badge-of';

class BadgeParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;

  @IdText('A release cycle, or a version in it.', '24')
  cycle!: string;
}

const PREVIEWED = 'Of products that the free pages do not show, it names the priced call instead.';

export const badgeRoute = defineRoute<BadgeParams>({
  method: 'GET',
  path: '/badge/{product}/{cycle}.svg',
  operationId: 'service_badge',
  tags: ['eol', 'service', 'free'],
  summary: 'Badge of a release cycle, as SVG',
  description: `A picture for a readme: support status of a release cycle today, and the day it ends. ${PREVIEWED}`,
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: BadgeParams,
  output: { contentType: 'image/svg+xml', schema: { type: 'string' } },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs', cycle: '24' } },
  answer: ({ params }, deps) => badge(params, deps, 'svg', (made) => publish('image/svg+xml', badgeSvg(made))),
});

export const badgeEndpointRoute = defineRoute<BadgeParams>({
  method: 'GET',
  path: '/badge/{product}/{cycle}.json',
  operationId: 'service_badge_endpoint',
  tags: ['eol', 'service', 'free'],
  summary: 'Badge of a release cycle, for shields.io',
  description: `The same badge as the JSON of an endpoint badge of shields.io. ${PREVIEWED}`,
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: BadgeParams,
  output: {
    contentType: 'application/json',
    schema: object({
      schemaVersion: { type: 'integer', const: 1 },
      label: text('Product and release cycle.'),
      message: text('Status, and the day of the end.'),
      color: text('Colour of the status, hexadecimal.'),
      labelColor: text('Colour of the label, hexadecimal.'),
      isError: { type: 'boolean' },
      cacheSeconds: { type: 'integer' },
    }),
  },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs', cycle: '24' } },
  answer: ({ params }, deps) =>
    badge(params, deps, 'json', (made) => publish('application/json', JSON.stringify(badgeEndpoint(made)))),
});

function badge(
  params: BadgeParams,
  deps: RouteDeps,
  form: string,
  write: (badge: ReturnType<typeof badgeOf>) => Published,
): HeldAnswer {
  const { indexed, cycle } = requireCycle(deps.data('eol'), params);
  const { product } = indexed;
  const name = JSON.stringify(['badge', form, product.id, cycle.name]);
  return keptToday(deps, name, () => write(badgeOf(product, cycle, { today: deps.today, service: deps.service })));
}
