import { parseCves, type AskedCve } from '@stackcheck/kev-core';
import { checkEpss } from './check-cves';
import { makeIndex } from './testing/make-index';

const scores = { 'CVE-2021-44228': [0.94358, 0.99961], 'CVE-2023-0001': [0.1, 0.9], 'CVE-2023-0002': 0.09999 } as const;
const index = makeIndex(scores);

function ask(...texts: readonly string[]): readonly AskedCve[] {
  const batch = parseCves(texts);
  if ('fault' in batch) throw new Error(batch.fault);
  return batch.cves;
}

describe('a batch of scores', () => {
  it('is answered in its order, as it was sent, with what has no score apart', () => {
    const unscored = { index: 1, cve: 'CVE-2026-9999', resolved: 'CVE-2026-9999', scored: false };

    expect(checkEpss(index, ask(' cve-2021-44228', 'CVE-2026-9999'), null)).toStrictEqual({
      count: 2,
      scored: 1,
      unscored_count: 1,
      unknown_count: 0,
      above: null,
      highest: 0.94358,
      complete: true,
      model_version: 'v2025.03.14',
      as_of: '2026-11-20',
      results: [
        {
          index: 0,
          cve: ' cve-2021-44228',
          resolved: 'CVE-2021-44228',
          scored: true,
          score: 0.94358,
          percentile: 0.99961,
        },
        unscored,
      ],
      unscored: [unscored],
      unknown: [],
    });
  });

  it.each([
    [0, 3],
    [0.09999, 3],
    [0.1, 2],
    [0.10001, 1],
    [1, 0],
  ])('counts those at or above %d', (threshold, above) => {
    expect(checkEpss(index, ask(...Object.keys(scores)), threshold).above).toBe(above);
  });

  it('says "not known" of what a selection does not hold', () => {
    const report = checkEpss(makeIndex(scores, {}, false), ask('CVE-2021-44228', 'CVE-2026-9999'), 0.5);

    expect(report).toMatchObject({ scored: 1, unscored_count: 0, unknown_count: 1, above: 1, complete: false });
    expect(report.unknown).toEqual([{ index: 1, cve: 'CVE-2026-9999', resolved: 'CVE-2026-9999', scored: null }]);
  });

  it('is answered when nothing is scored', () => {
    expect(checkEpss(index, ask('CVE-2026-9999'), 0.1)).toMatchObject({ scored: 0, above: 0, highest: null });
  });
});
