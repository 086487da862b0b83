import type { AnyRoute, RouteDeps } from '../../catalogue/define-route';
import { fold } from '../../layout/parts';
import { paidRoutes } from '../../published/context';
import { html, type Html } from '@stackcheck/pictures/markup';
import { table } from '../../layout/table';

const SUBSCRIPTION_USD = 20;

/** Uses of a month: what is called, how often, and what that is for. */
const USES = [
  ['service_eol_image', 30, 'one container image, checked each night'],
  ['service_stack_watch', 30, 'one stack of up to 50 items, watched each night'],
  ['service_stack_check', 300, 'ten repositories, checked in each nightly build'],
  ['service_osv_check', 600, 'twenty pull requests a day, 50 packages each'],
  ['service_eol_snapshot', 30, 'every date of every product, downloaded each day, then asked offline without limit'],
] as const;

/** What each route costs, and what that comes to in a month. */
export function pricesSection({ service }: Pick<RouteDeps, 'service'>): Html {
  const paid = paidRoutes(service);
  const usd = paid.map((route) => Number(service.priceUsd(route)));
  const all = table(
    'Price of a call in US dollars; errors are never charged',
    ['Route', 'Answer', 'USD'],
    paid.map((route) => priceRow(route, service.priceUsd(route))),
  );
  return html`<h2 id="prices">Prices</h2>
    ${fold(`All ${paid.length} calls: ${Math.min(...usd)} to ${Math.max(...usd)} USD each`, all)}
    <h2 id="month">What a month costs</h2>
    ${table(
      html`Against a subscription of ${SUBSCRIPTION_USD} USD a month, used or not`,
      ['Use', 'Calls', 'USD a month', `Calls for ${SUBSCRIPTION_USD} USD`],
      USES.map(([id, calls, use]) => {
        const route = paid.find(({ operationId }) => operationId === id);
        return route === undefined ? html`` : useRow(use, calls, microUsd(service.priceUsd(route)));
      }),
      'figures',
    )}`;
}

function priceRow(route: AnyRoute, price: string): Html {
  return html`<tr>
    <th scope="row">
      <a href="/docs/api/${route.operationId}"><code>${route.method} ${route.path}</code></a>
    </th>
    <td data-label="Answer">${route.summary}</td>
    <td class="number" data-label="USD">${price}</td>
  </tr> `;
}

function useRow(use: string, calls: number, price: number): Html {
  return html`<tr>
    <th scope="row">${use}</th>
    <td class="number" data-label="Calls">${calls}</td>
    <td class="number" data-label="USD a month">${((calls * price) / 1e6).toFixed(2)}</td>
    <td class="number" data-label="Calls for ${SUBSCRIPTION_USD} USD">
      ${price === 0 ? '–' : Math.floor((SUBSCRIPTION_USD * 1e6) / price).toLocaleString('en-US')}
    </td>
  </tr> `;
}

function microUsd(price: string): number {
  return Math.round(Number(price) * 1e6);
}
