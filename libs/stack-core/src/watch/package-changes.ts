import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { PackageResult, PackageVulnerability } from '../check/parts';
import { toChange, type Change, type ChangePlace, type RemovalReason } from './change';
import { fingerprint } from './fingerprint';
import { toHeavy } from './heavy-package';
import { kevChanges } from './kev-changes';
import { matchesOf } from './state-of';
import type { GroupState, PackageState } from './watch-state';

/** An id that a stored record of a package bears, as its own or as an alias. */
export interface KnownId {
  readonly id: string;
  /** Whether that record is withdrawn. */
  readonly withdrawn: boolean;
}

/** The ids of all stored records that name the package of a purl, whether they affect its version or not. */
export type KnownIds = (purl: string) => readonly KnownId[];

/** What the changes of a package are computed from. */
export interface PackageComparison {
  readonly place: ChangePlace;
  readonly before: PackageState;
  readonly result: PackageResult;
  /** The state of `result`, in which nothing is left out. */
  readonly now: PackageState;
  readonly kevKnown: boolean;
  readonly since: CalendarDate;
  readonly knownIds: KnownIds;
}

/**
 * What changed for a package. One that can no longer be checked is reported as such, and not as free of its vulnerabilities; one
 * that can be checked again reports all it has.
 */
export function packageChanges(comparison: PackageComparison): readonly Change[] {
  const { place, before, result } = comparison;
  if (!result.checked) {
    if (before.kind === 'unresolved' && before.reason === result.reason) return [];
    return [toChange(place, { type: 'package_unresolved', reason: result.reason })];
  }
  if (before.kind !== 'unresolved') return groupChanges(comparison, before.groups, result);
  return [toChange(place, { type: 'package_resolved' }), ...groupChanges(comparison, [], result)];
}

type Checked = Extract<PackageResult, { readonly checked: true }>;

function groupChanges(
  comparison: PackageComparison,
  groups: readonly GroupState[],
  { vulnerabilities, minimum_safe }: Checked,
): readonly Change[] {
  const { place, before } = comparison;
  const earlier = new Map(groups.map((group) => [group.hash, group]));
  const seen = new Set<string>();
  const changes: Change[] = [];
  for (const found of vulnerabilities) {
    const at = { ...place, id: found.id };
    const [same, ...merged] = matchesOf(found, (hash) => earlier.get(hash));
    for (const { hash } of [...(same === undefined ? [] : [same]), ...merged]) seen.add(hash);
    if (same !== undefined) changes.push(...differences(comparison, at, same, found, minimum_safe));
    else if (before.kind === 'heavy') changes.push(...additionToHeavy(comparison, at, found));
    else changes.push(...addition(at, found));
    for (const group of merged) changes.push(removal(place, group, idAmong(found, group), 'merged'));
  }
  const gone = groups.filter(({ hash }) => !seen.has(hash));
  return [...changes, ...removals(comparison, gone), ...restChanges(comparison)];
}

function addition(at: ChangePlace, { kind, severity, fixed, kev }: PackageVulnerability): readonly Change[] {
  if (kind === 'vulnerability') return [toChange(at, { type: 'vulnerability_added', severity, fixed, kev })];
  return [toChange(at, { type: 'malware_added' }), ...(kev === null ? [] : [toChange(at, { type: 'kev_added', kev })])];
}

/** Whether the vulnerability is new is not known where most were not kept; that it is exploited is. */
function additionToHeavy(
  { since }: PackageComparison,
  at: ChangePlace,
  found: PackageVulnerability,
): readonly Change[] {
  return found.kind === 'malware' ? addition(at, found) : kevChanges(at, null, found.kev, since);
}

function differences(
  { kevKnown, since, place, knownIds }: PackageComparison,
  at: ChangePlace,
  before: GroupState,
  found: PackageVulnerability,
  minimumSafe: string | null,
): readonly Change[] {
  const { kind, severity, fixed, kev } = found;
  const isMalware = kind === 'malware';
  if (isMalware && !before.malware) return addition(at, found);
  if (!isMalware && before.malware) {
    const why = whyGone(before.hash, knownIds(place.subject)).why;
    return [toChange(at, { type: 'malware_removed', why }), ...addition(at, found)];
  }
  const changes: Change[] = [];
  if (!isMalware && before.severity !== severity) {
    changes.push(toChange(at, { type: 'vulnerability_severity_changed', from: before.severity, to: severity }));
  }
  if (fixed !== null && !before.hasFix) {
    changes.push(toChange(at, { type: 'fix_available', fixed, minimum_safe: minimumSafe }));
  }
  if (fixed === null && before.hasFix) changes.push(toChange(at, { type: 'fix_removed' }));
  if (kevKnown) changes.push(...kevChanges(at, before.kev === 'unknown' ? null : before.kev, kev, since));
  return changes;
}

/** The id under which a vulnerability was remembered, which is one of those that it has now. */
function idAmong({ ids }: PackageVulnerability, { hash }: GroupState): string {
  return ids.find((id) => fingerprint(id) === hash) ?? unrecovered(hash);
}

function removals({ place, knownIds }: PackageComparison, gone: readonly GroupState[]): readonly Change[] {
  if (gone.length === 0) return [];
  const known = knownIds(place.subject);
  return gone.map((group) => {
    const { id, why } = whyGone(group.hash, known);
    return removal(place, group, id, why);
  });
}

function removal(place: ChangePlace, { malware, severity }: GroupState, id: string, why: RemovalReason): Change {
  return toChange(
    { ...place, id },
    malware ? { type: 'malware_removed', why } : { type: 'vulnerability_removed', why, severity },
  );
}

/** Finds the id again among those that are stored, and what became of its records. */
function whyGone(hash: string, known: readonly KnownId[]): { readonly id: string; readonly why: RemovalReason } {
  const records = known.filter(({ id }) => fingerprint(id) === hash);
  const [first] = records;
  if (first === undefined) return { id: unrecovered(hash), why: 'record_removed' };
  return { id: first.id, why: records.every(({ withdrawn }) => withdrawn) ? 'withdrawn' : 'range_changed' };
}

/** What is shown of an id that no stored record bears any more. */
const unrecovered = (hash: string) => `sha256:${hash}`;

function restChanges({ place, before, now }: PackageComparison): readonly Change[] {
  if (before.kind !== 'heavy' || now.kind !== 'full') return [];
  const { restCount: to, restDigest } = toHeavy(now);
  if (restDigest === before.restDigest) return [];
  const { restCount: from } = before;
  return [toChange(place, { type: 'vulnerabilities_changed', from, to }, [before.restDigest, restDigest])];
}
