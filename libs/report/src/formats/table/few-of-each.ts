import type { Finding } from '../../outcome';

/** Findings of a code that are left out of a table. */
export interface FurtherFindings {
  readonly level: Finding['level'];
  readonly count: number;
}

/** Of doubt, warnings and notes of one code so many are shown: a folder may have a thousand packages of which nothing is known. */
const SHOWN_MAX = 10;

/** Everything that fails, the first few of every other code, and how many more there are of each, in their order. */
export function fewOfEach(findings: readonly Finding[]): {
  readonly shown: readonly Finding[];
  readonly further: readonly FurtherFindings[];
} {
  const counts = new Map<string, { readonly level: Finding['level']; count: number }>();
  const shown = findings.filter(({ level, code }) => {
    const key = `${level} ${code}`;
    const entry = counts.get(key) ?? { level, count: 0 };
    counts.set(key, entry);
    entry.count += 1;
    return level === 'fail' || entry.count <= SHOWN_MAX;
  });
  const further = [...counts.values()]
    .filter(({ level, count }) => level !== 'fail' && count > SHOWN_MAX)
    .map(({ level, count }) => ({ level, count: count - SHOWN_MAX }));
  return { shown, further };
}
