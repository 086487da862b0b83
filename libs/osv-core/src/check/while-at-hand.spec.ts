import { testAdvisory as advisory, testSource as sourceOf } from '../testing/advisory-source';
import type { RangeEvent } from '../advisory/advisory';
import { checkPurls } from './check-purls';

describe('what is asked while the advisories of a package are at hand', () => {
  const below2: readonly RangeEvent[] = [
    ['i', '0'],
    ['f', '2.0.0'],
  ];
  const source = sourceOf({ a: [advisory('GHSA-1', {}, below2)], b: [] });

  it('is answered as a batch would answer it, once for each package', () => {
    const seen: unknown[] = [];
    const report = checkPurls(source, ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0', 'pkg:npm/a@1.1.0', 'x'], {
      *whileAtHand(results, judged) {
        const { purl } = results[0]!;
        const other = purl.replace(/@.*/, '@2.0.0');
        seen.push([results.map(({ index }) => index), judged.ask(7, other), judged.ask(7, 'pkg:npm/')]);
        yield;
      },
    });

    const answer = (purl: string) => ({ ...checkPurls(source, [purl]).results[0], index: 7 });
    const unreadable = { index: 7, purl: 'pkg:npm/', checked: false, reason: 'invalid_purl' };
    expect(seen).toEqual([
      [[0, 2], answer('pkg:npm/a@2.0.0'), unreadable],
      [[1], answer('pkg:npm/b@2.0.0'), unreadable],
    ]);
    expect(report).toEqual(checkPurls(source, ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0', 'pkg:npm/a@1.1.0', 'x']));
  });

  it('is not about another package', () => {
    const ask = () =>
      checkPurls(source, ['pkg:npm/a@1.0.0'], {
        *whileAtHand(_results, judged) {
          judged.ask(0, 'pkg:npm/b@1.0.0');
          yield;
        },
      });

    expect(ask).toThrow('pkg:npm/b@1.0.0 is of another package than npm a');
  });
});
