import { siegeTable } from './siege-table';
import { verdictOf } from './verdict';

const good = (tookMs: number) => ({ tookMs, isGood: true, outcome: '200' });
const lost = { tookMs: 900, isGood: false, outcome: '503' };

test('a siege is a row with the fate of honest calls, what the attackers got, and who won', () => {
  const during = [...Array<number>(999).fill(3).map(good), lost];
  const table = siegeTable([
    { name: 'first', without: [good(2)], during, got: { 429: 2, 402: 5 }, verdict: verdictOf(during, []) },
    { name: 'second', without: [good(2)], during: [lost], got: {}, verdict: verdictOf([lost], []) },
  ]);

  expect(table.split('\n').slice(2)).toEqual([
    '| `first`  |         100.0 % | 99.9 % |        2 ms | 3 ms | 5 × 402, 2 × 429 | repelled                         |',
    '| `second` |         100.0 % |  0.0 % |        2 ms | none | no answer        | WINS: 1 × 503 instead of answers |',
  ]);
});
