import { html, type Html } from '@stackcheck/pictures/markup';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { page } from '../layout/page';
import { minuteOf } from '../layout/parts';
import { dataSection } from './home/data';
import { heldFor } from './kept-today';
import { table } from '../layout/table';

const SECONDS = 5;

export const statusPageRoute = defineRoute({
  method: 'GET',
  path: '/status',
  operationId: 'service_status_page',
  tags: ['service', 'free'],
  summary: 'Whether the service is well',
  description: 'A page for people: what /health says of payments, datasets and warnings.',
  price: 'free',
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, deps) => heldFor(publish('text/html; charset=utf-8', statusPage(deps)), SECONDS),
});

/** What is read of the body of /health. */
interface Health {
  readonly status: string;
  readonly version: string;
  readonly time: string;
  readonly warnings: readonly unknown[];
  readonly payments: { readonly mode: string; readonly network: string | null; readonly facilitator_state: unknown };
  readonly datasets: Readonly<Record<string, { readonly sellable: boolean; readonly stale?: boolean }>>;
}

function statusPage(deps: RouteDeps): string {
  const { service } = deps;
  const { ready, reason, detail, body } = service.health();
  const health = body as Health;
  const isWell = ready && health.status === 'ok';
  const word = isWell
    ? 'All is well'
    : ready
      ? 'Paid routes answer; something needs care'
      : 'Paid routes do not answer now';
  return page({
    title: 'Status',
    description: 'Whether stackcheck answers, how old its data is, and what needs care.',
    path: '/status',
    body: html`<h1>Status</h1>
      <p class="big" role="status">
        <span class="status ${isWell ? 'supported' : ready ? 'security-only' : 'eol'}">${word}</span>${
          reason === null ? '' : html` <a href="/docs/errors#${reason}"><code>${reason}</code></a>`
        }${detail === null ? '' : html`: ${detail}`}
      </p>
      <p class="soft">
        Version ${health.version}, as of ${minuteOf(health.time)}. For programs: <a href="/health">/health</a>.
      </p>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : ''} ${warningsOf(health)}
      ${soldTable(health)} ${dataSection(deps)}`,
  });
}

function soldTable({ datasets }: Health): Html {
  return html`<h2 id="sold">Sold now</h2>
    ${table(
      'Whether paid routes of each dataset answer',
      ['Dataset', 'Answers', 'Fresh'],
      Object.entries(datasets).map(
        ([id, { sellable, stale }]) =>
          html`<tr>
            <th scope="row">${id}</th>
            <td data-label="Answers">
              <span class="status ${sellable ? 'supported' : 'eol'}">${sellable ? 'yes' : 'no'}</span>
            </td>
            <td data-label="Fresh">${stale === true ? 'older than usual' : 'yes'}</td>
          </tr> `,
      ),
    )}`;
}

function warningsOf({ warnings }: Health): Html {
  if (warnings.length === 0) return html``;
  return html`<h2 id="warnings">Warnings</h2>
    <ul class="text">
      ${warnings.map((warning) => html`<li><code>${typeof warning === 'string' ? warning : JSON.stringify(warning)}</code></li>`)}
    </ul>`;
}
