import { compareText } from '../compare-text';
import type { Policy } from '../policy';
import type { Plan } from '../plan/plan';
import type { StackRef } from '../stack';
import type { AsOf } from './as-of';
import { noScoresReason } from './epss-reasons';
import { imageReasons, itemReasons } from './eol-reasons';
import { itemSecurityReasons } from './item-security-reasons';
import { lifecycleReasons, noLifecycleReason } from './lifecycle-reasons';
import { nextDeadline, type Deadline } from './next-deadline';
import type {
  ImagesReport,
  ItemResult,
  ItemsReport,
  KnownOfAll,
  PackageResult,
  PackagesReport,
  StackParts,
} from './parts';
import { mergeEqual } from './merge-equal';
import { LEVELS, REASON_CODES, type FoundReason, type Reason } from './reason';
import { cveReasons, packageReasons } from './security-reasons';
import { summarise, type StackSummary } from './summary';
import { verdictOf, type StackVerdict } from './verdict';

/** The `data` of a stack check, in its wire names; a list that was not sent is null. */
export interface StackCheck extends AsOf {
  readonly verdict: StackVerdict;
  /** Worst first. A verdict other than `pass` has the level of the first; with `pass` there is none but of level `info`. */
  readonly reasons: readonly Reason[];
  /** What to do first, and how the stack would stand then. */
  readonly plan: Plan;
  readonly summary: StackSummary;
  readonly next_deadline: Deadline | null;
  readonly items: ItemsReport | null;
  readonly images: ImagesReport | null;
  readonly cves: StackParts['cves'];
  readonly packages: PackagesReport | null;
}

/** A check that does not say what to do. */
export type UnplannedCheck = Omit<StackCheck, 'plan'>;

/** What is to be said against each entry of a stack, by its place, in the order of the places. */
export type FoundByRef = ReadonlyMap<StackRef, readonly FoundReason[]>;

/**
 * What is to be said against each entry by itself.
 * @param ofPackage what is to be said against a package, where it may be known already
 */
export function foundIn(
  parts: StackParts,
  policy: Policy,
  ofPackage = (result: PackageResult) => reasonsOfPackage(result, policy, parts),
): FoundByRef {
  const { items, images, cves, packages, scores } = parts;
  const found = new Map<StackRef, readonly FoundReason[]>();
  for (const result of items?.results ?? []) {
    found.set(`items/${result.index}`, reasonsOfItem(result, policy, parts));
  }
  for (const result of images?.results ?? []) found.set(`images/${result.index}`, imageReasons(result, policy));
  for (const result of cves?.results ?? []) found.set(`cves/${result.index}`, cveReasons(result, policy, scores));
  for (const result of packages?.results ?? []) {
    found.set(`packages/${result.index}`, ofPackage(result));
  }
  return found;
}

/** What is to be said against an item by itself, as a product and as the packages that it is. */
export function reasonsOfItem(result: ItemResult, policy: Policy, known: KnownOfAll): readonly FoundReason[] {
  return [...itemReasons(result, policy), ...itemSecurityReasons(result, policy, known)];
}

/** What is to be said against a package by itself, as a package and as the product that it is. */
export function reasonsOfPackage(
  result: PackageResult,
  policy: Policy,
  known: Pick<StackParts, 'kevKnown' | 'scores' | 'versionOf'>,
): readonly FoundReason[] {
  const ofPackage = packageReasons(result, policy, known);
  const ofLifecycle = lifecycleReasons(result, policy, known.versionOf);
  return ofLifecycle.length === 0 ? ofPackage : [...ofPackage, ...ofLifecycle];
}

/** What is to be said against the stack as a whole, worst first, equal reasons as one. */
export function reasonsOf(byRef: FoundByRef, parts: StackParts, policy: Policy): readonly Reason[] {
  const found = [...[...byRef.values()].flat(), ...noLifecycleReason(parts, policy)];
  const isDoubtSaid = found.some(({ code }) => code === 'epss_unknown');
  return mergeEqual(worstFirst([...found, ...(isDoubtSaid ? [] : noScoresReason(parts, policy))], byRef.keys()));
}

/**
 * Judges the answers about a stack by a policy. The verdict is the level of the worst reason: `fail`, then `unknown`, then
 * `warn`; without a reason, or with infos alone, it is `pass`.
 */
export function judge(parts: StackParts, policy: Policy, found: FoundByRef = foundIn(parts, policy)): UnplannedCheck {
  const { items, images, cves, packages } = parts;
  const reasons = reasonsOf(found, parts, policy);
  return {
    verdict: verdictOf(reasons),
    reasons,
    summary: summarise(parts, policy),
    next_deadline: nextDeadline(parts, policy),
    items,
    images,
    cves,
    packages,
  };
}

/**
 * The worst first; of equally bad ones those of the first places, then by id.
 * @param refs all places, in order
 */
function worstFirst(found: readonly FoundReason[], refs: Iterable<StackRef>): readonly FoundReason[] {
  const rankByRef = new Map<StackRef, number>();
  for (const ref of refs) rankByRef.set(ref, rankByRef.size);
  return found
    .map((reason) => {
      const badness = LEVELS.indexOf(reason.level) * REASON_CODES.length + REASON_CODES.indexOf(reason.code);
      return { reason, rank: badness * rankByRef.size + (rankByRef.get(reason.ref) as number) };
    })
    .sort((a, b) => a.rank - b.rank || compareText(a.reason.id, b.reason.id))
    .map(({ reason }) => reason);
}

/**
 * Whether nothing in the stack is known: no CVE was asked about, and every other entry is unknown or unreadable. A package whose support is
 * known is known, whatever the advisories lack.
 */
export function isNothingKnown({ items, images, cves, packages }: UnplannedCheck): boolean {
  const none = (known: number | undefined) => (known ?? 0) === 0;
  return (
    none(cves?.count) && none(items?.matched) && none(images?.matched) && none(packages?.results.filter(isKnown).length)
  );
}

function isKnown({ checked, lifecycle }: PackageResult): boolean {
  return checked || (lifecycle !== null && lifecycle.status !== 'unknown');
}
