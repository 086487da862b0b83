import { cveKey } from '@stackcheck/epss-core/cve-key';
import * as fc from 'fast-check';
import { ScoreCursor } from './score-rows';
import { writeScores } from './write-scores';

const decimal = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100_000),
  fc.integer({ min: 0, max: 10 ** 15 }).map((n) => n / 10 ** 15),
  fc.constantFrom(0, 1, 5e-5, 1e-7, 1e-15),
);
const cve = fc
  .tuple(fc.integer({ min: 1999, max: 2099 }), fc.integer({ min: 0, max: 9_999_999_999 }))
  .map(([year, number]) => `CVE-${year}-${String(number).padStart(4, '0')}`);

describe('the rows of scores', () => {
  it('are read as they were written, every number to the last bit (property)', () => {
    fc.assert(
      fc.property(fc.dictionary(cve, fc.tuple(decimal, decimal)), (scores) => {
        const keyed = Object.entries(scores).sort(([a], [b]) => cveKey(a)! - cveKey(b)!);
        const written = writeScores({
          keys: Float64Array.from(keyed, ([id]) => cveKey(id)!),
          scores: Float64Array.from(keyed, ([, [score]]) => score),
          percentiles: Float64Array.from(keyed, ([, [, percentile]]) => percentile),
        });
        const cursor = new ScoreCursor(written);
        const read: unknown[] = [];
        while (cursor.next()) read.push([cursor.cve, [cursor.score, cursor.percentile]]);
        expect(read).toEqual(keyed);
        expect(written.map(({ rows }) => rows).join()).not.toMatch(/e/);
      }),
    );
  });

  it.each([
    '44228,high,0.1',
    'x,0.1,0.1',
    '44228,0.1',
    '44228,0.1,0.1,0.1',
    '',
    ',,',
    '44228,.,0.1',
    '44228,0.0.1,0.1',
    '44228,0.12345678901234567,0.1',
    '44228,0.1,0.12345678901234567',
  ])('are read around %j, which is none', (broken) => {
    const cursor = new ScoreCursor([{ rows: `0001,0.5,0.6\n${broken}\n44229,0.7,0.8`, year: 2021 }]);
    const seen: unknown[] = [];
    while (cursor.next()) seen.push([cursor.cve, cursor.score, cursor.percentile]);

    expect(seen).toEqual([
      ['CVE-2021-0001', 0.5, 0.6],
      ['a row of 2021', NaN, NaN],
      ['CVE-2021-44229', 0.7, 0.8],
    ]);
  });
});
