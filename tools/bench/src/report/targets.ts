import { median } from '../measure/rounds';
import type { Row } from './table';

/** What a row must say for a target to be met. */
export interface Target {
  /** In the words of the person who set it. */
  readonly says: string;
  /** The benchmark that measures it, and how its row begins. */
  readonly bench: string;
  readonly row: RegExp;
  readonly reading: Reading;
  readonly limit: Limit;
}

/** Where a figure has to lie; `flat`: it is 1, for what does not grow. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number } | 'flat';

/** One figure of a row; undefined when the row has none. */
export interface Reading {
  readonly unit: string;
  of(measured: NonNullable<Row['measured']>): number | undefined;
}

/** How many times as good, or as dear, as what is compared: the median of the rounds. */
const RATIO: Reading = { unit: '×', of: ({ ratios }) => (ratios ? median(ratios) : undefined) };

/** The 99th percentile to the median. */
const TAIL: Reading = { unit: '× p50', of: ({ values: [p50, p99] }) => (p50 && p99 ? p99 / p50 : undefined) };

const FLAT: Reading = { unit: '', of: ({ isFlat }) => (isFlat === undefined ? undefined : Number(isFlat)) };

const COUNT: Reading = { unit: '', of: ({ values }) => Math.max(...values) };

/** The median of the rounds in a unit of time, whether the row reports times or rates. */
function time(unit: 'µs' | 'ms', pick = median): Reading {
  const perSecond = unit === 'µs' ? 1e6 : 1e3;
  return {
    unit,
    of({ unit: given, values }) {
      const value = pick(values);
      if (/^(\/s|per second)/.test(given)) return perSecond / value;
      const givenPerSecond = given.startsWith('µs') ? 1e6 : given.startsWith('ms') ? 1e3 : undefined;
      return givenPerSecond && (value * perSecond) / givenPerSecond;
    },
  };
}

/** The median of the rounds of what is reported per second. */
const RATE: Reading = {
  unit: '/s',
  of: ({ unit, values }) => (/^(\/s|per second)/.test(unit) ? median(values) : undefined),
};

const MIB: Reading = { unit: 'MiB', of: ({ unit, values }) => (unit.startsWith('MiB') ? median(values) : undefined) };

/** Of a core. */
const PERCENT: Reading = { unit: '%', of: ({ unit, values }) => (unit === '%' ? median(values) : undefined) };

const worst = (values: readonly number[]): number => Math.max(...values);
/** Of a 50th and a 99th percentile. */
const first = ([p50 = NaN]: readonly number[]): number => p50;

const EPSS_FIRST = { rate: /^epss \(made-up scores,.*per second/, peak: /^epss \(made-up scores,.*peak memory/ };
const EPSS_NEXT_DAY = { rate: /^epss \(.*next day.*per second/, peak: /^epss \(.*next day.*peak memory/ };

/** What the service is meant to reach, all in one run. */
export const TARGETS: readonly Target[] = [
  target('unpaid 402: 0.8 of bare node:http', 'offers', /^bare node:http/, RATIO, { atLeast: 0.8 }),
  target('unpaid 402: 4 times @x402/express', 'offers', /^@x402\/express/, RATIO, { atLeast: 4 }),
  target('paid GET: 2.5 times @x402/express', 'paid', /^GET, 50 at once, @x402/, RATIO, { atLeast: 2.5 }),
  target('paid batch: 2.5 times @x402/express', 'paid', /^batch of 50, 50 at once, @x402/, RATIO, { atLeast: 2.5 }),
  target('paid GET: p99 at 80 % load', 'paid', /^GET, steady.*ours/, TAIL, { atMost: 2.5 }),
  target('paid batch: p99 at 80 % load', 'paid', /^batch of 50, steady.*ours/, TAIL, { atMost: 2.5 }),
  target('paid GET: p99 a quarter of the peer at its 80 % load', 'paid', /^GET, both at.*@x402/, RATIO, { atLeast: 4 }),
  target('paid batch: p99 a quarter of the peer there', 'paid', /^batch of 50, both at.*@x402/, RATIO, { atLeast: 4 }),
  target('tool: 1.2 times its route', 'mcp', /^product, .*route$/, RATIO, { atLeast: 1 / 1.2 }),
  target('tool, batch of 50: 1.2 times its route', 'mcp', /^batch of 50, .*route$/, RATIO, { atLeast: 1 / 1.2 }),
  target('list of tools: p50', 'mcp', /^tools\/list/, time('ms', first), { atMost: 5 }),
  target('unpaid call of a tool: p50', 'mcp', /^tools\/call/, time('ms', first), { atMost: 5 }),
  target('page: 0.5 of bare node:http', 'pages', /^page, bare node:http/, RATIO, { atLeast: 0.5 }),
  target('page: a twentieth of a paid call', 'pages', /^processor time, paid GET/, RATIO, { atLeast: 20 }),
  target('paid calls with as many pages', 'pages', /^paid calls, .*with as many views/, RATIO, { atMost: 1.01 }),
  target('paid calls with a flood of pages', 'pages', /^paid calls, .*with a flood/, RATIO, { atMost: 1.01 }),
  target('image references a second on one core', 'lookups', /^image/, RATE, { atLeast: 200_000 }),
  target('EOL batch of 50: computing', 'lookups', /^EOL batch/i, time('µs'), { atMost: 100 }),
  target('50 purls at 300,000 advisories: p99', 'osv', /^made-up records: 50 purls/, time('ms', worst), { atMost: 5 }),
  target('models/cheapest over all records', 'lookups', /cheapest/, time('ms'), { atMost: 5 }),
  target('EPSS score of a CVE', 'lookups', /^EPSS/, time('µs'), { atMost: 2 }),
  target('swap: failed requests', 'swap', /^failed requests/, COUNT, { atMost: 0 }),
  target('swap: longest turn, processor time', 'swap', /^longest turn, first swap/, time('ms', worst), { atMost: 5 }),
  target('swap: longest stall by the clock', 'swap', /^longest stall, with a swap/, time('ms', worst), { atMost: 5 }),
  target('ready at 1,000,000 ledger rows', 'ledger', /^start to ready, 1,000,000 rows/, time('ms'), { atMost: 2_000 }),
  target('paid call, ledger × 1,000', 'ledger', /^paid call, processor time, 1,000,000/, RATIO, { atMost: 1.1 }),
  target('over PostgreSQL: 0.9 of the calls over SQLite', 'nodes', /^50 buyers, SQLite/, RATIO, { atLeast: 0.9 }),
  target('the same, with a core for the API', 'nodes', /^50 buyers, a core for the API, SQLite/, RATIO, {
    atLeast: 0.9,
  }),
  target(
    'over PostgreSQL: processor time of the node',
    'nodes',
    /^50 buyers, processor time of the API, SQLite/,
    RATIO,
    {
      atLeast: 1,
    },
  ),
  target(
    '3 nodes: processor time of a node, 1.1 times',
    'nodes',
    /calls a second each, processor time of a node, one/,
    RATIO,
    {
      atLeast: 1 / 1.1,
    },
  ),
  target(
    '3 nodes: processor time of PostgreSQL',
    'nodes',
    /calls a second each, processor time of PostgreSQL, one/,
    RATIO,
    {
      atLeast: 1,
    },
  ),
  target('idle node with its follower: 1 % of a core', 'nodes', /^idle, a node and its follower/, PERCENT, {
    atMost: 1,
  }),
  target('idle: beats and follower, 1 % of a core', 'nodes', /^idle, beats and follower/, PERCENT, {
    atMost: 1,
  }),
  ...(['between checkpoints', 'right after a checkpoint'] as const).map((when) =>
    target(
      `over PostgreSQL: ledger × 100 or × 1,000, ${when}`,
      'shared-ledger',
      new RegExp(`^50 buyers, ${when}, processor time of PostgreSQL, \\d+,000,000`),
      RATIO,
      {
        atMost: 1.1,
      },
    ),
  ),
  target('50 purls, index × 10', 'osv-growth', /^processor time, 300,000/, RATIO, { atMost: 1.1 }),
  target('pack of 300,000: written', 'pack', /^pack: written/, time('ms'), { atMost: 8_000 }),
  target('pack of 300,000: opened and verified', 'pack', /^pack: opened/, time('ms'), { atMost: 1_000 }),
  target('lockfile of 1,279 packages: cold', 'pack', /^pack: whole run/, time('ms'), { atMost: 500 }),
  target('lockfile of 1,279 packages: memory', 'pack', /^pack: peak memory/, MIB, { atMost: 105 }),
  target('command line: --version', 'command-line', /^--version: whole run/, time('ms'), { atMost: 120 }),
  target('command line: lockfile, wall', 'command-line', /^lockfile.*whole run/, time('ms'), { atMost: 500 }),
  target('command line: lockfile, processor', 'command-line', /^lockfile.*processor/, time('ms'), { atMost: 300 }),
  target('command line: lockfile, memory (110 MB)', 'command-line', /^lockfile.*peak/, MIB, { atMost: 105 }),
  target('command line: 20 times osv-offline', 'command-line', /^osv-offline/, RATIO, { atLeast: 20 }),
  target('command line: SBOM of 10 MB', 'command-line', /^SBOM.*whole run/, time('ms'), { atMost: 2_000 }),
  target('command line: SBOM, memory (250 MB)', 'command-line', /^SBOM.*peak/, MIB, { atMost: 238 }),
  target('command line: 10,000 lockfiles', 'command-line', /^10,000 lockfiles: whole run/, time('ms'), {
    atMost: 60_000,
  }),
  target('parsers: a hostile text of 1 MB', 'parsers', /^slowest of all/, time('ms', worst), { atMost: 100 }),
  target('memory over 1,000,000 unpaid requests', 'memory', /^unpaid \(1,000,000 requests\), held/, FLAT, 'flat'),
  target('memory over 50,000 paid requests', 'memory', /^paid \(50,000 requests\), held/, FLAT, 'flat'),
  target('resident memory over the unpaid ones', 'memory', /^unpaid \(1,000,000 requests\), resident/, FLAT, 'flat'),
  target('resident memory over the paid ones', 'memory', /^paid \(50,000 requests\), resident/, FLAT, 'flat'),
  target('EPSS ingest: 345,000 records in 3 s', 'ingest', EPSS_FIRST.rate, RATE, { atLeast: 115_000 }),
  target('EPSS ingest: peak memory (200 MB)', 'ingest', EPSS_FIRST.peak, MIB, { atMost: 190 }),
  target('EPSS refresh: 345,000 records in 3 s', 'ingest', EPSS_NEXT_DAY.rate, RATE, { atLeast: 115_000 }),
  target('EPSS refresh: peak memory (200 MB)', 'ingest', EPSS_NEXT_DAY.peak, MIB, { atMost: 190 }),
  target('OSV import: records a second', 'osv', /^made-up records: import/, RATE, { atLeast: 40_000 }),
  target('OSV import: peak memory', 'osv', /^made-up records: peak memory/, MIB, { atMost: 300 }),
];

function target(says: string, bench: string, row: RegExp, reading: Reading, limit: Limit): Target {
  return { says, bench, row, reading, limit };
}
