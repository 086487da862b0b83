import type { DatasetIndexes } from '@stackcheck/datasets/registry';
import { checkCves, parseCves } from '@stackcheck/kev-core';
import { figure } from '../report/table';
import type { Lookups } from './contest';

const BATCH = 50;

/** Batches of fifty CVE ids, every other one listed, from the texts to the answer's object; against looking through the list. */
export function kevLookups(index: DatasetIndexes['kev'], today: string): Lookups {
  const entries = [...index.entries()];
  const listed = entries.map(({ cve }) => cve as string);
  let at = 0;
  const batch = (): string[] =>
    Array.from({ length: BATCH }, (_, place) =>
      place % 2 === 0 ? listed[(at++ * 7) % listed.length]!.toLowerCase() : `CVE-2023-${100_000 + (at++ % 800_000)}`,
    );
  const check = (texts: readonly string[]) => {
    const read = parseCves(texts);
    if ('fault' in read) throw new Error(read.fault);
    return checkCves(index, read.cves, today);
  };
  if (check(batch()).listed !== BATCH / 2) throw new Error('not every other CVE is listed');
  return {
    unit: 'µs',
    works: [
      {
        name: `KEV batch of ${BATCH} CVEs over ${figure(entries.length)} entries`,
        run: () => Number(check(batch()).count === BATCH),
      },
      {
        name: '… every entry looked at, one after the other',
        run: () => {
          const asked = batch().map((text) => text.toUpperCase());
          return Number(asked.map((cve) => entries.find((entry) => entry.cve === cve) ?? null).length === BATCH);
        },
      },
    ],
  };
}
