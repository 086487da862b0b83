import { smallCatalogue, withEntry } from '../../testing/small-catalogue';
import type { UpstreamEntry } from '../upstream';

const good = smallCatalogue();

/** An entry of the small catalogue that is nobody's, and so no canary. */
export const SOMEBODYS = 'CVE-2026-70001';

/** The small catalogue with other members; one that is undefined is left out. */
export function having(change: object): unknown {
  return { ...good, ...change };
}

/** With other entries, announced in their number. */
export function listing(entries: readonly unknown[]): unknown {
  return { ...good, count: entries.length, vulnerabilities: entries };
}

/** With one entry changed. */
export function entry(change: object, cve = SOMEBODYS): unknown {
  return withEntry(good, cve, (one) => ({ ...one, ...change }));
}

/** With the first so many of the entries that are nobody's changed. */
export function madeUp(count: number, change: object): unknown {
  let left = count;
  return listing(
    good.vulnerabilities.map((one) => (one.cveID > SOMEBODYS && left-- > 0 ? { ...one, ...change } : one)),
  );
}

/** The entries without these. */
export function without(cves: readonly string[]): readonly UpstreamEntry[] {
  return good.vulnerabilities.filter(({ cveID }) => !cves.includes(cveID));
}
