import { cveKey } from '../cve-key';
import { EpssIndexBuilder, type EpssFacts, type EpssIndex } from '../epss-index';

/** A made-up index. @param scores by CVE id, in any order: the score, or score and percentile */
export function makeIndex(
  scores: Readonly<Record<string, number | readonly [score: number, percentile: number]>>,
  facts: Partial<EpssFacts> = {},
  complete = true,
): EpssIndex {
  const rows = Object.entries(scores).sort(([a], [b]) => cveKey(a)! - cveKey(b)!);
  const builder = new EpssIndexBuilder(rows.length);
  for (const [cve, value] of rows) {
    const [score, percentile] = typeof value === 'number' ? [value, value] : value;
    builder.add(cve, score, percentile);
  }
  return builder.finish({ modelVersion: 'v2025.03.14', scoreDate: '2026-11-20', ...facts }, complete);
}
