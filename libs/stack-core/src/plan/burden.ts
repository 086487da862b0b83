import { keyOf, LEVELS, REASON_CODES, type FoundReason, type ReasonCode } from '../check/reason';

/** What is weighed of a reason. */
type Weighed = Pick<FoundReason, 'level' | 'code'>;

/** How bad reasons of a level and code are, the worst first: 0 and more. */
function rankOf({ level, code }: Weighed): number {
  return LEVELS.indexOf(level) * REASON_CODES.length + REASON_CODES.indexOf(code);
}

/** What stands against a component that something should be done about, worst first; an info is nothing to do about. */
export type Burden = readonly number[];

/** The burden of reasons. */
export function burdenOf(reasons: readonly Weighed[]): Burden {
  return reasons
    .filter(({ level }) => level !== 'info')
    .map(rankOf)
    .sort((a, b) => a - b);
}

/** Less than 0 where the first is lighter: at the worst place in which they differ it has a milder reason or none. */
export function compareBurdens(a: Burden, b: Burden): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [ofA, ofB] = [a[at] ?? Infinity, b[at] ?? Infinity];
    if (ofA !== ofB) return ofB - ofA > 0 ? 1 : -1;
  }
  return 0;
}

/**
 * Whether a move makes nothing worse: each reason after it was there before at the same level or a worse one, or is milder than
 * one of its kind, about support or about security, that the move clears. Infos are never worse.
 */
export function isNoWorse(before: readonly FoundReason[], after: readonly FoundReason[]): boolean {
  if (after.every(({ level }) => level === 'info')) return true;
  const stays = new Set(after.map(keyOf));
  const cleared = before.filter((reason) => !stays.has(keyOf(reason)));
  return after.every(
    (reason) =>
      reason.level === 'info' ||
      before.some((one) => keyOf(one) === keyOf(reason) && LEVELS.indexOf(one.level) <= LEVELS.indexOf(reason.level)) ||
      cleared.some((one) => rankOf(one) < rankOf(reason) && OF_CYCLES[one.code] === OF_CYCLES[reason.code]),
  );
}

/** What is about the support of a component. */
const OF_CYCLES: Readonly<Partial<Record<ReasonCode, true>>> = {
  eol: true,
  unknown_image: true,
  unknown_image_part: true,
  unknown_item: true,
  lifecycle_unknown: true,
  eol_soon: true,
  unpinned: true,
  security_only: true,
};
