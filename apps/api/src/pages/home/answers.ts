import type { AnyRoute, RouteDeps } from '../../catalogue/define-route';
import { codeBlock, jsonExcerpt } from '../../layout/parts';
import { exampleTarget, paidRoutes, RECORDED_ANSWERS } from '../../published/context';
import { families } from '../../published/families';
import { html, type Html } from '@stackcheck/pictures/markup';

const LINES_MAX = 12;

/** One real answer of each family of routes, as a running service gave it to the example of its documentation. */
export function answersSection({ service }: Pick<RouteDeps, 'service'>): Html {
  const cards = families(paidRoutes(service)).flatMap(({ name, description, routes }) => {
    const shown = routes.find(({ operationId }) => SHOWN.has(operationId)) ?? routes[0];
    return shown === undefined ? [] : [card(name, description, shown, service.priceUsd(shown))];
  });
  return html`<h2 id="answers">One real answer of each kind</h2>
    <ul class="cards">
      ${cards}
    </ul>`;
}

/** Where the first route of a family is not the one that shows best what it is for. */
const SHOWN: ReadonlySet<string> = new Set(['service_eol_cycle', 'service_stack_check']);

function card(family: string, description: string, route: AnyRoute, price: string): Html {
  const { data } = (RECORDED_ANSWERS[route.operationId] ?? {}) as { data?: unknown };
  const body = route.example.body === undefined ? '' : `\n${JSON.stringify(route.example.body)}`;
  return html`<li class="card">
    <h3>${description.replace(/\.$/, '')}</h3>
    <p class="small">
      <a href="/docs/api/${route.operationId}"><code>${route.method} ${exampleTarget(route)}</code></a> · ${price} USD
    </p>
    ${body === '' ? '' : codeBlock(`Question about ${family}`, body.trim())}
    ${codeBlock(`Answer about ${family}`, jsonExcerpt(data ?? {}, LINES_MAX))}
  </li> `;
}
