import { comparePreference } from '../advisory/groups';
import { namedById } from './osv-record';
import type { Severity } from '../advisory/advisory';

/** An advisory that is about a CVE: by its id, by an alias, or by the CVE in its id (`DEBIAN-CVE-2021-44228`). */
export interface NamingAdvisory {
  readonly id: string;
  readonly summary: string | null;
  /** Where it states none itself, that of another advisory of the same vulnerability. */
  readonly severity: Severity | null;
  /** When it was withdrawn; null where it stands. */
  readonly withdrawn: string | null;
}

/** The same as it is answered, in wire names. */
export interface NamedAdvisory extends NamingAdvisory {
  readonly url: string;
}

/** How many advisories of a CVE are shown. */
export const NAMED_SHOWN_MAX = 3;

/** The advisories of a CVE to show: those that stand before withdrawn ones, then those of the preferred databases, then by id. */
export function namedFirst(advisories: readonly NamingAdvisory[]): readonly NamedAdvisory[] {
  return [...advisories]
    .sort((a, b) => Number(a.withdrawn !== null) - Number(b.withdrawn !== null) || comparePreference(a.id, b.id))
    .slice(0, NAMED_SHOWN_MAX)
    .map(({ id, summary, severity, withdrawn }) => ({ id, summary, severity, withdrawn, url: namedById(id).url }));
}

/**
 * The CVEs that an advisory is found by: its aliases that are CVEs, and the CVE that is its id or ends it. Ids that a bulletin merely
 * lists (`upstream`, `related`) are not among them.
 */
export function cvesNamedBy({
  id,
  aliases,
}: {
  readonly id: string;
  readonly aliases: readonly string[];
}): readonly string[] {
  const own = /(?:^|-)(CVE-[12]\d{3}-\d+)$/.exec(id)?.[1];
  const named = aliases.filter((alias) => /^CVE-[12]\d{3}-\d+$/.test(alias));
  return [...new Set(own === undefined ? named : [own, ...named])];
}
