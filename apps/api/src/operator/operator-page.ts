import { columnsSvg } from '@stackcheck/pictures';
import { html, type Html } from '@stackcheck/pictures/markup';
import type { Figures } from './figures';
import { fold, minuteOf } from '../layout/parts';
import { table } from '../layout/table';
import { frame } from './frame';
import { cells, mebibytes, row, status, tableOrNone, usd } from './tables';
import type { OperatorFacts } from './operator-facts';

/** What is shown. */
export interface OperatorView {
  readonly facts: OperatorFacts;
  readonly figures: Figures;
}

/** Health, sales, open payments, data and processes on one page. */
export function operatorPage(view: OperatorView): string {
  const { facts } = view;
  return frame(
    'Operator',
    html`<h1>Operator</h1>
      ${healthOf(view)} ${revenueOf(facts)} ${funnelOf(view)} ${openPayments(view)} ${datasetsOf(view)}
      ${facilitatorsOf(facts)} ${processesOf(view)}
      <p class="soft small">
        As of ${minuteOf(facts.at)}. Load the page again for newer figures; the
        <a href="/metrics">metrics</a> have the rest.
      </p>`,
    { isOpen: true },
  );
}

function healthOf({ facts: { ready, reason, health } }: OperatorView): Html {
  const { pause_reasons: reasons, warnings, payments, version, datasets } = health;
  const isWell = ready && health.status === 'ok';
  const uneasy = Object.values(datasets).filter(({ stale, problem }) => stale || problem !== null).length;
  const words = isWell ? 'All is well' : ready ? 'Sells, and something needs care' : 'Does not sell now';
  return html`<p class="big" role="status">
      ${status(words, isWell ? 'good' : ready ? 'fair' : 'bad')}${reason === null ? '' : html` <code>${reason}</code>`}
      ${uneasy === 0 ? '' : html`<a href="#datasets">${uneasy} of ${Object.keys(datasets).length} datasets</a>`}
    </p>
    <p>
      Version ${version}, payments <code>${payments.mode}</code>${
        payments.network === null ? '' : html` on <code>${payments.network}</code>`
      }.
    </p>
    ${list('Payments are not taken because of', reasons)}
    ${list(
      'Warnings',
      warnings.map((warning) => (typeof warning === 'string' ? warning : JSON.stringify(warning))),
    )}`;
}

function list(title: string, words: readonly string[]): Html {
  if (words.length === 0) return html``;
  return html`<h2>${title}</h2>
    <ul class="text">
      ${words.map((word) => html`<li><code>${word}</code></li> `)}
    </ul>`;
}

function revenueOf({ days, lost, areDaysWhole, health }: OperatorFacts): Html {
  const total = days.reduce((sum, day) => sum + day.usd, 0);
  const count = days.reduce((sum, day) => sum + day.payments, 0);
  const test = health.payments.mode === 'sandbox' ? ' of test payments (no money moves)' : '';
  const picture = columnsSvg({
    columns: days.map(({ day, usd: value }) => ({ name: day, value })),
    title: 'Revenue by day',
    most: `${usd(Math.max(0, ...days.map((day) => day.usd)))} USD`,
    idPrefix: 'revenue',
  });
  return html`<h2 id="revenue">Revenue</h2>
    <p>
      <strong>${usd(total)} USD</strong>${test} from ${count} settled payments in ${days.length} days (UTC), by the day
      of the
      claim.${areDaysWhole ? '' : ' Only the newest payments were read, so that the first days may be too low; npm run payments -- revenue reads all.'}
    </p>
    ${
      lost.payments === 0
        ? ''
        : html`<p>
            ${status('Lost', 'bad')} ${lost.payments} settled payments of ${usd(lost.usd)} USD: the chain took their
            transfers back, and nothing here counts them. <code>npm run payments -- audit</code> names them.
          </p>`
    }
    ${
      count === 0 || picture === undefined
        ? ''
        : html`<figure>${picture}</figure>
            ${fold('The same as a table', daysTable(days))}`
    }`;
}

function daysTable(days: OperatorFacts['days']): Html {
  return table(
    'Settled payments by day',
    ['Day', 'Payments', 'USD'],
    days
      .filter(({ payments }) => payments > 0)
      .map((day) => row(day.day, cells(['Payments', day.payments], ['USD', usd(day.usd)]))),
    'figures',
  );
}

const SALES = 'stackcheck_sales_total';
const STEPS = ['offered', 'paid', 'settled'] as const;

function funnelOf({ figures }: OperatorView): Html {
  const routes = figures.labels(SALES, 'route');
  const of = (route: string, step: string): number => figures.sum(SALES, { route, step });
  const picture = columnsSvg({
    columns: STEPS.map((step) => ({
      name: `${step} ${figures.sum(SALES, { step })}`,
      value: figures.sum(SALES, { step }),
    })),
    title: 'Calls that were offered, paid and settled',
    most: `${Math.max(...STEPS.map((step) => figures.sum(SALES, { step })))} calls`,
    idPrefix: 'funnel',
  });
  return html`<h2 id="funnel">Funnel</h2>
    <p>
      Since this service was started: an offer is a 402, a paid call brought a payment, settled means that money moved.
    </p>
    ${routes.length === 0 || picture === undefined ? '' : html`<figure>${picture}</figure>`}
    ${tableOrNone(
      'Calls by route',
      ['Route', 'Offered', 'Paid', 'Settled', 'USD'],
      routes.map((route) =>
        row(
          route,
          cells(
            ['Offered', of(route, 'offered')],
            ['Paid', of(route, 'paid')],
            ['Settled', of(route, 'settled')],
            ['USD', usd(figures.sum('stackcheck_revenue_usd_total', { route }))],
          ),
        ),
      ),
      'figures',
    )}`;
}

function openPayments({ facts: { open }, figures }: OperatorView): Html {
  const count = (state: string): number => figures.max('stackcheck_payments', { state });
  return html`<h2 id="payments">Payments</h2>
    <p>
      ${count('settled')} settled, ${count('refused')} refused, ${count('released')} released;
      ${status(`${count('settling')} settling, ${count('unknown')} unknown`, count('unknown') > 0 ? 'fair' : 'good')}
    </p>
    ${
      open.length === 0
        ? ''
        : tableOrNone(
            'Payments whose outcome is open, oldest first',
            ['Payment', 'State', 'Route', 'Payer', 'USD', 'Since'],
            open.map(({ id, state, route, payer, usd: price, since }) =>
              row(
                String(id),
                cells(
                  ['State', state],
                  ['Route', route],
                  ['Payer', `${payer}…`],
                  ['USD', price],
                  ['Since', minuteOf(since)],
                ),
              ),
            ),
          )
    }
    ${open.length === 0 ? '' : html`<p>More of one: <code>npm run payments -- show ID</code></p>`}`;
}

function datasetsOf({ facts: { health } }: OperatorView): Html {
  return html`<h2 id="datasets">Datasets</h2>
    ${tableOrNone(
      'What is served',
      ['Dataset', 'Sold', 'Snapshot', 'Refreshed', 'Records', 'Problem'],
      Object.entries(health.datasets).map(([id, each]) =>
        row(id, [
          ...cells(['Sold', status(each.sellable ? 'yes' : 'no', each.sellable ? 'good' : 'bad')]),
          ...cells(
            ['Snapshot', each.snapshot_id ?? 'none'],
            ['Refreshed', each.refreshed_at === null ? 'never' : minuteOf(each.refreshed_at)],
            ['Records', each.record_count ?? 0],
            ['Problem', each.problem ?? (each.stale ? 'older than usual' : 'none')],
          ),
        ]),
      ),
    )}`;
}

function facilitatorsOf({ health: { payments } }: OperatorFacts): Html {
  const known = payments.facilitators.map(({ name, state, breaker }) => ({ name, state, breaker }));
  const alone = { name: payments.facilitator ?? '', state: payments.facilitator_state ?? '', breaker: 'closed' };
  const rows = known.length > 0 ? known : payments.facilitator === null ? [] : [alone];
  if (rows.length === 0) return html``;
  return html`<h2 id="facilitators">Facilitators</h2>
    ${tableOrNone(
      'Who settles',
      ['Facilitator', 'Last calls', 'Asked'],
      rows.map(({ name, state, breaker }) =>
        row(
          name,
          cells(
            ['Last calls', status(state, state === 'failing' ? 'bad' : 'good')],
            ['Asked', breaker === 'open' ? 'passed over' : 'yes'],
          ),
        ),
      ),
    )}`;
}

function processesOf({ facts: { nodes }, figures }: OperatorView): Html {
  return html`<h2 id="nodes">Nodes</h2>
    ${tableOrNone(
      'Processes of this instance',
      ['Process', 'Memory, MiB', 'Connections', 'In flight', 'Lag, ms'],
      figures
        .each()
        .map((each, at) =>
          row(
            String(at + 1),
            cells(
              ['Memory, MiB', mebibytes(each.max('process_resident_memory_bytes'))],
              ['Connections', each.max('stackcheck_connections')],
              ['In flight', each.max('stackcheck_paid_in_flight')],
              ['Lag, ms', Math.round(each.max('stackcheck_event_loop_lag_seconds') * 1_000)],
            ),
          ),
        ),
    )}
    ${
      nodes.length === 0
        ? ''
        : tableOrNone(
            'Nodes over the ledger',
            ['Place', 'State', 'Started', 'Open payments'],
            nodes.map(({ place, isGone, startedAt, payments }) =>
              row(
                place,
                cells(
                  ['State', isGone ? 'gone' : 'there'],
                  ['Started', minuteOf(startedAt)],
                  ['Open payments', payments],
                ),
              ),
            ),
          )
    }`;
}
