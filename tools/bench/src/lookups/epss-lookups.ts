import type { DatasetIndexes } from '@stackcheck/datasets/registry';
import { figure } from '../report/table';
import type { Lookups } from './contest';

/** Look-ups between two readings of the clock, which takes longer than one of them. */
const AT_ONCE = 1_000;
/** Ids that are asked for in turn: more than would stay near. */
const ASKED = 50_000;

/** The score of a CVE as answers join it, every other one scored; against a map of objects by id, which takes many times the memory. */
export function epssLookups(index: DatasetIndexes['epss']): Lookups {
  const scored = [...index.cves()];
  const asked = Array.from({ length: Math.min(ASKED, scored.length) }, (_, n) =>
    n % 2 === 0 ? scored[(n * 7_919) % scored.length]! : `CVE-2023-${5_000_000 + n}`,
  );
  const byId = new Map(scored.map((cve) => [cve, { ...index.find(cve)!, as_of: index.facts.scoreDate }]));
  let at = 0;
  const next = (): string => asked[at++ % asked.length]!;
  const times = (find: () => boolean) => () => {
    let found = 0;
    for (let n = 0; n < AT_ONCE; n += 1) found += Number(find());
    if (found !== AT_ONCE / 2) throw new Error('not every other CVE is scored');
    return AT_ONCE;
  };
  return {
    unit: 'µs',
    works: [
      {
        name: `EPSS score of a CVE among ${figure(scored.length)}`,
        run: times(() => index.view(next()) !== null),
      },
      { name: '… from a map of objects', run: times(() => byId.has(next())) },
    ],
  };
}
