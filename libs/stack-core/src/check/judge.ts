import { compareText } from '../compare-text';
import type { Policy } from '../policy';
import { compareRefs } from '../stack';
import type { AsOf } from './as-of';
import { noScoresReason } from './epss-reasons';
import { imageReasons, itemReasons } from './eol-reasons';
import { lifecycleReasons, noLifecycleReason } from './lifecycle-reasons';
import { nextDeadline, type Deadline } from './next-deadline';
import type { ImagesReport, ItemsReport, PackagesReport, StackParts } from './parts';
import { mergeEqual } from './merge-equal';
import { LEVELS, REASON_CODES, type FoundReason, type Level, type Reason } from './reason';
import { cveReasons, packageReasons } from './security-reasons';
import { summarise, type StackSummary } from './summary';

/** One word on a stack. `pass` is said only when nothing speaks against it and nothing is in doubt; it may have infos. */
export type StackVerdict = 'pass' | 'warn' | 'unknown' | 'fail';

/** The `data` of a stack check, in its wire names; a list that was not sent is null. */
export interface StackCheck extends AsOf {
  readonly verdict: StackVerdict;
  /** Worst first. A verdict other than `pass` has the level of the first; with `pass` there is none but of level `info`. */
  readonly reasons: readonly Reason[];
  readonly summary: StackSummary;
  readonly next_deadline: Deadline | null;
  readonly items: ItemsReport | null;
  readonly images: ImagesReport | null;
  readonly cves: StackParts['cves'];
  readonly packages: PackagesReport | null;
}

/**
 * Judges the answers about a stack by a policy. The verdict is the level of the worst reason: `fail`, then `unknown`, then
 * `warn`; without a reason, or with infos alone, it is `pass`.
 */
export function judge(parts: StackParts, policy: Policy): StackCheck {
  const { items, images, cves, packages, scores } = parts;
  const found = [
    ...(items?.results ?? []).flatMap((result) => itemReasons(result, policy)),
    ...(images?.results ?? []).flatMap((result) => imageReasons(result, policy)),
    ...(cves?.results ?? []).flatMap((result) => cveReasons(result, policy, scores)),
    ...(packages?.results ?? []).flatMap((result) => [
      ...packageReasons(result, policy, parts),
      ...lifecycleReasons(result, policy),
    ]),
    ...noLifecycleReason(parts, policy),
  ];
  const isDoubtSaid = found.some(({ code }) => code === 'epss_unknown');
  const sorted = [...found, ...(isDoubtSaid ? [] : noScoresReason(parts, policy))].sort(worstFirst);
  const reasons = mergeEqual(sorted, parts);
  return {
    verdict: verdictOf(reasons[0]?.level ?? 'info'),
    reasons,
    summary: summarise(parts, policy),
    next_deadline: nextDeadline(parts, policy),
    items,
    images,
    cves,
    packages,
  };
}

function verdictOf(worst: Level): StackVerdict {
  return worst === 'info' ? 'pass' : worst;
}

function worstFirst(a: FoundReason, b: FoundReason): number {
  return (
    LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
    REASON_CODES.indexOf(a.code) - REASON_CODES.indexOf(b.code) ||
    compareRefs(a.ref, b.ref) ||
    compareText(a.id, b.id)
  );
}

/** Whether nothing in the stack is known: no CVE was asked about, and every other entry is unknown or unreadable. */
export function isNothingKnown({ items, images, cves, packages }: StackCheck): boolean {
  const none = (known: number | undefined) => (known ?? 0) === 0;
  return (
    none(cves?.count) &&
    none(items?.matched) &&
    none(images?.matched) &&
    none(packages?.results.filter(({ checked }) => checked).length)
  );
}
