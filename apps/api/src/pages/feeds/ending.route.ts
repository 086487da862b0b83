import { toEolCycle } from '@stackcheck/eol-core';
import { jsonFeed } from '@stackcheck/pictures';
import { defineRoute, type RouteDeps } from '../../catalogue/define-route';
import { publish } from '../../catalogue/publish';
import { keptToday } from '../kept-today';
import { tagId } from './tag-id';

const DAYS = 90;
const DESCRIPTION = `Release cycles whose security support ends in the next ${DAYS} days, of the products that the free pages show.`;

export const endingRoute = defineRoute({
  method: 'GET',
  path: '/ending.json',
  operationId: 'service_ending',
  tags: ['eol', 'service', 'free'],
  summary: `What ends in the next ${DAYS} days`,
  description: `JSON Feed 1.1. ${DESCRIPTION}`,
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  output: { contentType: 'application/feed+json', schema: { type: 'object' } },
  errors: [],
  example: {},
  answer: (_input, deps) =>
    keptToday(deps, 'ending', () =>
      publish(
        'application/feed+json; charset=utf-8',
        JSON.stringify(
          jsonFeed({
            title: 'Ends of support',
            description: DESCRIPTION,
            self: `${deps.baseUrl}/ending.json`,
            page: `${deps.baseUrl}/`,
            entries: endingCycles(deps),
          }),
        ),
      ),
    ),
});

function endingCycles({ data, service, today, baseUrl }: RouteDeps) {
  const eol = data('eol');
  return eol.index.products.products
    .filter(({ product }) => service.previews(product.id))
    .flatMap(({ product: { id, label, cycles } }) =>
      cycles.flatMap((each) => {
        const { cycle, eol: ends, days_until_eol: days, status } = toEolCycle(each, today);
        if (ends === null || days === null || days < 0 || days > DAYS) return [];
        return [
          {
            id: tagId(baseUrl, id, cycle, 'ends', ends),
            title: `${label} ${cycle} ends on ${ends}`,
            updated: eol.manifest.fetched_at,
            link: `${baseUrl}/p/${encodeURIComponent(id)}`,
            summary: `Security support of ${label} ${cycle} ends on ${ends}, ${days === 1 ? 'in 1 day' : `in ${days} days`}.`,
            facts: { product: id, label, cycle, status, ends, days },
          },
        ];
      }),
    )
    .sort((a, b) => a.facts.days - b.facts.days || (a.id < b.id ? -1 : 1));
}
