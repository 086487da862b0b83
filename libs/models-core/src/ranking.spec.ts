import * as fc from 'fast-check';
import { Ranking } from './ranking';

interface Offered {
  readonly cost: bigint;
  readonly canonical: string;
  readonly last: boolean;
}

/** All groups at once, sorted by whether they come last, then by cost, of equal ones in the order in which they were offered. */
function sorted(offered: readonly Offered[], limit: number) {
  const groups: (Offered & { readonly members: number[] })[] = [];
  for (const [at, one] of offered.entries()) {
    const own = groups.find(({ cost, canonical }) => cost === one.cost && canonical === one.canonical);
    if (own === undefined) groups.push({ ...one, members: [at] });
    else own.members.push(at);
  }
  return groups.sort((a, b) => Number(a.last) - Number(b.last) || Number(a.cost - b.cost)).slice(0, limit);
}

it('keeps the first groups of all, what comes last after the others (property)', () => {
  const one = fc.record({
    cost: fc.bigInt({ min: 0n, max: 5n }),
    canonical: fc.constantFrom('a', 'b', 'c'),
    last: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 14 }), fc.integer({ min: 1, max: 20 }), (any, limit) => {
      const offered = [...any.filter(({ last }) => !last), ...any.filter(({ last }) => last)];
      const ranking = new Ranking(limit);
      offered.forEach(({ cost, canonical, last }, at) => ranking.offer(at, cost, canonical, last));

      const whole = sorted(offered, Infinity);
      // Of groups that were pushed out nothing is known any more: what joins them later may begin them again.
      if (limit >= whole.length) expect(ranking.groups).toEqual(whole);
      expect(ranking.groups.map(({ cost, last }) => [cost, last])).toEqual(
        sorted(offered, limit).map(({ cost, last }) => [cost, last]),
      );
    }),
    { numRuns: 1_000 },
  );
});

it('a model comes with the others unless it is said to come last', () => {
  const ranking = new Ranking(2);
  ranking.offer(0, 3n, 'a');
  ranking.offer(1, 1n, 'b', true);

  expect(ranking.groups.map(({ canonical, last }) => [canonical, last])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});
