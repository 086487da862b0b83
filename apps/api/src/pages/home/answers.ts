import type { AnyRoute, RouteDeps } from '../../catalogue/define-route';
import { fold } from '../../layout/parts';
import { exampleTarget, paidRoutes, RECORDED_ANSWERS } from '../../published/context';
import { families } from '../../published/families';
import { html, type Html } from '@stackcheck/pictures/markup';

/** One real answer of each family of routes, as a running service gave it to the example of its documentation. */
export function answersSection({ service }: Pick<RouteDeps, 'service'>): Html {
  const cards = families(paidRoutes(service)).flatMap(({ description, routes }) => {
    const shown = routes.find(({ operationId }) => operationId in SHOWN);
    return shown === undefined ? [] : [{ description, shown, price: service.priceUsd(shown) }];
  });
  return html`<h2 id="answers">One real answer of each kind</h2>
    ${cards.map(({ description, shown, price }, at) => card(description, shown, price, at === 0))}`;
}

/** The route of each family that shows best what it is for, and the members of its answer that a person reads first. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  service_eol_cycle: [
    'status',
    'support_until',
    'eol',
    'days_until_eol',
    'upgrade.nearest.cycle',
    'upgrade.nearest.eol',
  ],
  service_kev_check: [
    'results.0.cve',
    'results.0.listed',
    'results.0.entry.name',
    'results.0.entry.due_date',
    'results.0.entry.ransomware',
  ],
  service_epss_check: ['results.0.cve', 'results.0.score', 'results.0.percentile', 'results.1.cve', 'results.1.score'],
  service_models_cheapest: [
    'results.0.provider',
    'results.0.model',
    'results.0.cost_per_1k_requests_usd',
    'results.0.limits.context',
    'matched',
  ],
  service_stack_check: ['verdict', 'reasons.0.text', 'reasons.1.text', 'plan.steps.0.to', 'plan.steps.1.to'],
  service_osv_check: [
    'results.0.name',
    'results.0.version',
    'results.0.severity',
    'results.0.minimum_safe',
    'results.0.advice',
  ],
};

function card(description: string, route: AnyRoute, price: string, isOpen: boolean): Html {
  const { operationId, method, example } = route;
  const { data } = (RECORDED_ANSWERS[operationId] ?? {}) as { data?: unknown };
  const facts = (SHOWN[operationId] ?? []).flatMap((path) => {
    const value = memberAt(data, path);
    return value === undefined || value === null ? [] : [[path, value] as const];
  });
  return fold(
    html`<h3>${description.replace(/\.$/, '')}</h3>`,
    html`<p class="small soft">
        <code>${method} ${exampleTarget(route)}</code> · <strong>${price} USD</strong> ·
        <a href="/docs/api/${operationId}" aria-label="The whole answer: ${description}">the whole answer</a>
      </p>
      ${example.body === undefined ? '' : html`<p class="ask-body"><code>${JSON.stringify(example.body)}</code></p>`}
      <dl class="facts">
        ${facts.map(
          ([path, value]) =>
            html`<div>
              <dt><code>${path.replace(/^results\.0\./, '')}</code></dt>
              <dd>${valueOf(value)}</dd>
            </div> `,
        )}
      </dl>`,
    isOpen,
  );
}

/** The member at a path such as `results.0.cve`. */
function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}

function valueOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
