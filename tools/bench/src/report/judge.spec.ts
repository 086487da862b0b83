import { judge, judgedRows } from './judge';
import type { Row } from './table';
import { TARGETS, type Limit } from './targets';

const row = (what: string, measured?: Row['measured']): Row => ({
  what,
  value: '',
  ratio: '',
  ...(measured && { measured }),
});

/** What the target whose words begin so is held to be, given these rows of its benchmark. */
function verdictOf(says: string, rows: readonly Row[]) {
  const target = TARGETS.find((candidate) => candidate.says.startsWith(says))!;
  return judge([target], [{ name: target.bench, rows }])[0]!;
}

describe('targets', () => {
  it.each([
    ['unpaid 402: 0.8', row('bare node:http, same bytes', { unit: '402/s', values: [], ratios: [0.7, 0.8, 0.9] }), 0.8],
    ['paid GET: p99', row('GET, steady 900/s, ours', { unit: 'ms (p50, p99)', values: [10, 24] }), 2.4],
    ['image references', row('image → components', { unit: '/s', values: [200_000, 250_000, 1] }), 200_000],
    ['EOL batch', row('EOL batch of 50', { unit: '/s', values: [12_500] }), 80],
    ['EOL batch', row('EOL batch of 50', { unit: 'µs each', values: [80] }), 80],
    ['50 purls at', row('made-up records: 50 purls', { unit: 'ms (p50, p99)', values: [1.6, 4.9] }), 4.9],
    ['swap: longest stall', row('longest stall, with a swap', { unit: 'ms', values: [3, 5, 4] }), 5],
    ['swap: longest turn', row('longest turn, first swap since the start', { unit: 'ms', values: [3, 4] }), 4],
    ['swap: failed', row('failed requests', { unit: '', values: [0] }), 0],
    ...['between checkpoints', 'right after a checkpoint'].map((when): [string, Row, number] => [
      `over PostgreSQL: ledger × 100 or × 1,000, ${when}`,
      row(`50 buyers, ${when}, processor time of PostgreSQL, 10,000,000 payments`, {
        unit: 'µs',
        values: [],
        ratios: [1.1],
      }),
      1.1,
    ]),
    ['idle node', row('idle, a node and its follower', { unit: '%', values: [0.7] }), 0.7],
    ['idle: beats', row('idle, beats and follower', { unit: '%', values: [0.7] }), 0.7],
    [
      'memory over 1,000,000 unpaid',
      row('unpaid (1,000,000 requests), held by JavaScript', { unit: 'MiB', values: [], isFlat: true }),
      1,
    ],
  ])('%s … is met by %j', (says, found, measured) =>
    expect(verdictOf(says, [found])).toMatchObject({ verdict: 'met', measured }),
  );

  it.each([
    ['unpaid 402: 0.8', row('bare node:http, same bytes', { unit: '402/s', values: [], ratios: [0.79] })],
    ['paid GET: p99', row('GET, steady 900/s, ours', { unit: 'ms (p50, p99)', values: [10, 26] })],
    ['image references', row('image → components', { unit: '/s', values: [199_999] })],
    ['EOL batch', row('EOL batch of 50', { unit: 'µs each', values: [101] })],
    ['swap: longest stall', row('longest stall, with a swap', { unit: 'ms', values: [3, 5.1, 4] })],
    ['swap: failed', row('failed requests', { unit: '', values: [1] })],
    [
      'memory over 50,000 paid',
      row('paid (50,000 requests), held by JavaScript', { unit: 'MiB', values: [], isFlat: false }),
    ],
  ])('%s … is not met by %j', (says, found) => expect(verdictOf(says, [found])).toMatchObject({ verdict: 'not met' }));

  it.each([
    ['no benchmark ran', []],
    ['the row is missing', [row('the time of day', { unit: 'ms', values: [1] })]],
    ['the row has no numbers', [row('bare node:http, same bytes')]],
    ['the row is of another load', [row('bare Express 5, same bytes', { unit: '402/s', values: [1], ratios: [3] })]],
    ['the row has no ratio', [row('bare node:http, same bytes', { unit: '402/s', values: [1] })]],
  ])('are not measured where %s', (_, rows) =>
    expect(verdictOf('unpaid 402: 0.8', rows)).toMatchObject({ verdict: 'not measured in this run' }),
  );

  it('are not met by another benchmark’s rows', () => {
    const stolen = row('bare node:http, same bytes', { unit: '402/s', values: [], ratios: [2] });

    const [judged] = judge(TARGETS, [{ name: 'paid', rows: [stolen] }]);

    expect(judged).toMatchObject({ verdict: 'not measured in this run' });
  });

  it('have words of their own', () => expect(new Set(TARGETS.map(({ says }) => says)).size).toBe(TARGETS.length));

  it.each<[Limit, string, number, string, string]>([
    [{ atLeast: 0.8 }, '×', 1.5, 'it (at least 0.8 ×)', '1.5 ×'],
    [{ atMost: 2_000 }, 'ms', 1_500, 'it (at most 2,000 ms)', '1,500 ms'],
    [{ atMost: 0 }, '', 0, 'it (at most 0)', '0'],
    ['flat', '', 1, 'it (flat)', 'flat'],
    ['flat', '', 0, 'it (flat)', 'grows'],
  ])('%j %s: %d is written next to its limit', (limit, unit, measured, what, value) => {
    const judged = { says: 'it', limit, unit, verdict: 'met', measured } as const;

    expect(judgedRows([judged])).toEqual([{ what, value, ratio: 'met' }]);
  });
});
