import * as fc from 'fast-check';
import { cveOfKey } from './cve-key';
import { epssAmong, EpssIndexBuilder } from './epss-index';
import { makeIndex } from './testing/make-index';

const FACTS = { modelVersion: 'v1', scoreDate: '2026-11-20' };

describe('the scores by CVE id', () => {
  it('finds every score as it was published, and none of any other id (property)', () => {
    const decimal = fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100_000);
    const number = fc.integer({ min: 1, max: 400 });
    const cve = fc
      .tuple(fc.constantFrom(1999, 2021, 2026), number)
      .map(([y, n]) => `CVE-${y}-${String(n).padStart(4, '0')}`);

    fc.assert(
      fc.property(fc.dictionary(cve, fc.tuple(decimal, decimal)), fc.array(cve), (scores, asked) => {
        const index = makeIndex(scores);
        expect(index.size).toBe(Object.keys(scores).length);
        for (const id of [...asked, ...Object.keys(scores)]) {
          const published = Object.hasOwn(scores, id) ? scores[id] : undefined;
          expect(index.find(id)).toEqual(published && { score: published[0], percentile: published[1] });
        }
      }),
    );
  });

  it('finds nothing by what is no id, also where nothing is scored', () => {
    for (const index of [makeIndex({}), makeIndex({ 'CVE-2021-0001': 0.1 })])
      for (const id of ['', 'nonsense', 'CVE-2021-00001']) expect(index.find(id)).toBeUndefined();
  });

  it('lists its ids by year and number', () => {
    const index = makeIndex({ 'CVE-2021-10000': 0.1, 'CVE-2021-9999': 0.2, 'CVE-2020-0001': 0.3 });

    expect([...index.cves()]).toEqual(['CVE-2020-0001', 'CVE-2021-9999', 'CVE-2021-10000']);
  });

  it('keeps five decimals to the last', () => {
    const index = makeIndex({ 'CVE-2021-44228': [0.94358, 0.99961], 'CVE-2021-0001': [5e-5, 0.00012] });

    expect(JSON.stringify([index.find('CVE-2021-44228'), index.find('CVE-2021-0001')])).toBe(
      '[{"score":0.94358,"percentile":0.99961},{"score":0.00005,"percentile":0.00012}]',
    );
  });

  it.each<[string, readonly (readonly [string, number, number])[], RegExp]>([
    [
      'an id twice',
      [
        ['CVE-2021-0001', 0, 0],
        ['CVE-2021-0001', 0, 0],
      ],
      /scored twice/,
    ],
    [
      'ids out of order',
      [
        ['CVE-2021-0002', 0, 0],
        ['CVE-2021-0001', 0, 0],
      ],
      /out of order/,
    ],
    [
      'what is no id',
      [
        ['cve-2021-0001', 0, 0],
        ['CVE-2021-0002', 0, 0],
      ],
      /no CVE id/,
    ],
    [
      'a score above 1',
      [
        ['CVE-2021-0001', 1.00001, 0],
        ['CVE-2021-0002', 0, 0],
      ],
      /score outside 0 to 1/,
    ],
    [
      'a percentile below 0',
      [
        ['CVE-2021-0001', 0, -0.00001],
        ['CVE-2021-0002', 0, 0],
      ],
      /score outside 0 to 1/,
    ],
    [
      'no number',
      [
        ['CVE-2021-0001', NaN, 0],
        ['CVE-2021-0002', 0, 0],
      ],
      /score outside 0 to 1/,
    ],
    ['fewer than announced', [['CVE-2021-0001', 0, 0]], /1 of 2 scores/],
    [
      'more than announced',
      [
        ['CVE-2021-0001', 0, 0],
        ['CVE-2021-0002', 0, 0],
        ['CVE-2021-0003', 0, 0],
      ],
      /one more/,
    ],
  ])('is not made of %s', (_what, rows, message) => {
    const builder = new EpssIndexBuilder(2);

    expect(() => {
      for (const row of rows) builder.add(...row);
      builder.finish(FACTS);
    }).toThrow(message);
  });
});

describe('the score of a vulnerability that has several ids', () => {
  const index = makeIndex({ 'CVE-2021-0001': 0.2, 'CVE-2021-0002': [0.7, 0.98], 'CVE-2021-0003': 0.7 });

  it('is the highest, of equal ones that of the first id, whatever their order', () => {
    const ids = ['GHSA-jfh8-c2jp-5v3q', 'CVE-2021-0001', 'CVE-2021-0003', 'CVE-2021-0002'];

    for (const order of [ids, [...ids].reverse()]) {
      expect(epssAmong(index, order)).toEqual({
        cve: 'CVE-2021-0002',
        score: 0.7,
        percentile: 0.98,
        as_of: '2026-11-20',
      });
    }
  });

  it('is null when none is scored', () => {
    expect(epssAmong(index, [])).toBeNull();
    expect(epssAmong(index, ['GHSA-jfh8-c2jp-5v3q', 'CVE-2021-9999'])).toBeNull();
  });
});

describe('a look-up among as many scores as there are', () => {
  const COUNT = 345_000;
  const builder = new EpssIndexBuilder(COUNT);
  for (let n = 0; n < COUNT; n++) builder.add(cveOfKey(n * 3), (n % 100_001) / 100_000, n / COUNT);
  const index = builder.finish(FACTS);

  it('finds the first, the last and each between, and nothing between two', () => {
    for (const n of [0, 1, 2, 170_000, COUNT - 2, COUNT - 1]) {
      expect(index.find(cveOfKey(n * 3))).toEqual({ score: (n % 100_001) / 100_000, percentile: n / COUNT });
      expect(index.find(cveOfKey(n * 3 + 1))).toBeUndefined();
    }
  });
});
