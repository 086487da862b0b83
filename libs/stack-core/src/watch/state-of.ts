import type { EolCycle } from '@stackcheck/eol-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { compareText } from '../compare-text';
import type { StackCheck } from '../check/judge';
import type { ImageResult, PackageResult, PackageVulnerability } from '../check/parts';
import type { Stack } from '../stack';
import type { Baseline } from './baseline';
import { fingerprint } from './fingerprint';
import { scoreStateOf } from './score-state';
import type { CycleState, GroupState, ImageState, KevState, PackageState, WatchState } from './watch-state';

/** What a state has to know besides the check. */
export interface StateFacts {
  /** Epoch milliseconds of the check. */
  readonly nowMs: number;
  readonly lifetimeDays: number;
  readonly snapshotIds: readonly string[];
  /** The model of the scores; null or absent where they were not all at hand. */
  readonly epssModel?: string | null;
  /**
   * What the check is compared with, if anything: where the catalogue of exploited vulnerabilities is not at hand now, what
   * was known before stays known.
   */
  readonly baseline?: Baseline;
}

const DAY_MS = 86_400_000;

/** The state of a check. */
export function stateOf(stack: Stack, check: StackCheck, facts: StateFacts): WatchState {
  const kevKnown = isKevKnown(check);
  const { nowMs, lifetimeDays, snapshotIds, baseline, epssModel = null } = facts;
  const scores = scoreStateOf(check, stack.policy, epssModel, baseline?.scores);
  return {
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + lifetimeDays * DAY_MS,
    checks: (baseline?.checks ?? 0) + 1,
    verdict: check.verdict,
    stack,
    items: (check.items?.results ?? []).map((result) => cycleState(result.found ? result.match : undefined)),
    images: (check.images?.results ?? []).map(imageState),
    cves: (check.cves?.results ?? []).map((result) => (result.listed ? kevState(result.entry) : null)),
    packages: (check.packages?.results ?? []).map((result, index) =>
      packageState(result, kevKnown, baseline?.packages[index]),
    ),
    snapshotIds,
    ...(scores === undefined ? {} : { scores }),
  };
}

/** Whether the check could say of packages' vulnerabilities that they are not exploited. */
export function isKevKnown({ summary }: StackCheck): boolean {
  return summary.packages.in_kev !== null;
}

/** The state of a cycle. */
export function cycleState(match: EolCycle | undefined): CycleState {
  if (match === undefined) return null;
  return { status: match.status, eol: match.eol, latest: match.latest === null ? null : fingerprint(match.latest) };
}

/** The parts of an image with their cycles. Parts of one role and product are distinguished by their order. */
export function imageParts(result: ImageResult): readonly { readonly part: string; readonly match?: EolCycle }[] {
  if (!result.found) return [];
  const seen = new Map<string, number>();
  return result.components.map(({ role, resolved, product, match }) => {
    const name = `${role} ${resolved ?? product ?? 'unknown'}`.slice(0, PART_CHARS_MAX);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { part: count === 1 ? name : `${name} ${count}`, ...(match === undefined ? {} : { match }) };
  });
}

/** A product read from a repository name may be as long as an image reference. */
const PART_CHARS_MAX = 100;

function imageState(result: ImageResult): ImageState {
  if (!result.found) return null;
  return imageParts(result).map(({ part, match }) => ({ part, cycle: cycleState(match) }));
}

/** The state of a listed CVE. */
export function kevState({ due_date: due, ransomware }: KevEntryView): KevState {
  return { due, ransomware };
}

function packageState(result: PackageResult, kevKnown: boolean, before: PackageState | undefined): PackageState {
  if (!result.checked) return { kind: 'unresolved', reason: result.reason };
  const known = new Map(
    before === undefined || before.kind === 'unresolved' ? [] : before.groups.map((g) => [g.hash, g]),
  );
  const groups = new Map<string, GroupState>();
  for (const found of result.vulnerabilities) {
    const group = groupState(found, kevKnown);
    if (groups.has(group.hash)) continue;
    const earlier = group.kev === 'unknown' ? matchesOf(found, (hash) => known.get(hash))[0] : undefined;
    groups.set(group.hash, earlier === undefined ? group : { ...group, kev: earlier.kev });
  }
  return { kind: 'full', groups: [...groups.values()].sort((a, b) => compareText(a.hash, b.hash)) };
}

function groupState(found: PackageVulnerability, kevKnown: boolean): GroupState {
  return {
    hash: fingerprint(found.id),
    severity: found.severity,
    hasFix: found.fixed !== null,
    malware: found.kind === 'malware',
    kev: found.kev === null ? (kevKnown ? null : 'unknown') : kevState(found.kev),
  };
}

/**
 * What is remembered of a vulnerability under any of its ids, that of its shown id first: a record that another database
 * takes up changes the shown id, not the vulnerability.
 */
export function matchesOf<Found>(
  { id, ids }: PackageVulnerability,
  find: (hash: string) => Found | undefined,
): readonly Found[] {
  const distinct = new Set([id, ...ids]);
  return [...distinct].flatMap((name) => find(fingerprint(name)) ?? []);
}
