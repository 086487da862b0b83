import type { ChildServer } from '../measure/child-server';
import { viewPages } from '../measure/page-views';
import { payAll, signPayments } from '../measure/paid-load';
import { alternate } from '../measure/rounds';
import { compare, contestsOf } from '../report/compare';
import { figure, type Row } from '../report/table';

const PAGE = '/p/nodejs';
const PAID = '/v1/eol/nodejs';
const BUYERS = 50;
const PAYMENTS = 6_000;
/** Until both are under way: pages have the event loop to themselves before, and the share is found within some looks. */
const LEAD_IN = 1_000;
const WARM_UP_PAYMENTS = 4_000;

interface Sample {
  /** Paid calls per second. */
  readonly rate: number;
  /** Processor time of the server for each of them, views included. */
  readonly cpuUs: number;
  /** Views of the page per second. */
  readonly views: number;
}

/** How many views are asked for. */
type Wanted = 'none' | 'as many' | 'flood';

/**
 * What pages cost sales that take all that the server has: fifty buyers who pay without a pause, alone, with as many views of a page a second
 * as they pay calls when alone, and with a flood of views.
 */
export async function pagesAndSales(api: ChildServer, rounds: number): Promise<readonly Row[]> {
  const call = { url: api.url + PAID };
  let aloneRate = 0;
  const pay = async (wanted: Wanted, count = PAYMENTS): Promise<Sample> => {
    const payments = await signPayments(call, LEAD_IN + count);
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1_000;
    const allowed = wanted === 'flood' ? () => Infinity : () => seconds() * aloneRate;
    const pages = wanted === 'none' ? undefined : await viewPages(api.url + PAGE, allowed);
    await payAll(call, payments.slice(0, LEAD_IN), BUYERS);
    const [beforeMs, seenBefore, from] = [api.cpuMs() ?? NaN, pages?.seen() ?? 0, seconds()];
    const rate = await payAll(call, payments.slice(LEAD_IN), BUYERS);
    const cpuUs = (((api.cpuMs() ?? NaN) - beforeMs) * 1_000) / count;
    const views = ((pages?.seen() ?? 0) - seenBefore) / (seconds() - from);
    await pages?.stop();
    return { rate, cpuUs, views };
  };
  ({ rate: aloneRate } = await pay('none', WARM_UP_PAYMENTS));
  const samples = await alternate(
    [
      { name: 'alone', round: () => pay('none') },
      { name: 'with as many views of a page', round: () => pay('as many') },
      { name: 'with a flood of views', round: () => pay('flood') },
    ],
    rounds,
  );
  const rates = contestsOf(samples, `paid calls, ${BUYERS} at once`, ({ rate }) => rate);
  const times = contestsOf(samples, `processor time of a paid call, ${BUYERS} at once`, ({ cpuUs }) => cpuUs);
  return [
    ...compare(rates, { unit: '/s' }),
    ...compare(times, { unit: 'µs each', isCost: true }),
    ...[...samples].filter(([name]) => name !== 'alone').map(([name, of]) => views(name, of)),
  ];
}

function views(name: string, samples: readonly Sample[]): Row {
  const values = samples.map(({ views: each }) => each);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    what: `views of ${PAGE} that were answered, ${name}`,
    value: `${figure(least)} to ${figure(most)} per second`,
    ratio: '',
    measured: { unit: 'per second', values },
  };
}
