import type { Finding } from '@stackcheck/report';

/** A finding as it is remembered: what is said of which component, in whatever version. Two versions of one component share a key. */
export interface Remembered {
  readonly key: string;
  readonly level: Finding['level'];
  readonly text: string;
}

/** What is new, what is gone, and what is said in another way or at another level. */
export interface Changes {
  readonly added: readonly Remembered[];
  readonly gone: readonly Remembered[];
  /** As they are now. */
  readonly changed: readonly Remembered[];
  /** Whether something fails that did not: a new finding, or one whose level rose. */
  readonly hasNewFailure: boolean;
}

/**
 * What changed between two checks. Of the findings with one key those that are equal stand for each other, then those of the same
 * level, then any two, since days that pass and versions that move change the sentence; what is left over was added or is gone.
 */
export function changesBetween(before: readonly Remembered[], now: readonly Remembered[]): Changes {
  const open = new Map<string, Remembered[]>();
  for (const each of before) open.set(each.key, [...(open.get(each.key) ?? []), each]);
  const partnerOf = new Map<Remembered, Remembered>();
  for (const match of [isEqual, hasLevelOf, () => true])
    for (const each of now) {
      const others = open.get(each.key) ?? [];
      const at = partnerOf.has(each) ? -1 : others.findIndex((other) => match(each, other));
      if (at !== -1) partnerOf.set(each, others.splice(at, 1)[0]!);
    }
  return {
    added: now.filter((each) => !partnerOf.has(each)),
    gone: [...open.values()].flat(),
    changed: now.filter((each) => {
      const partner = partnerOf.get(each);
      return partner !== undefined && !isEqual(each, partner);
    }),
    hasNewFailure: now.some((each) => each.level === 'fail' && partnerOf.get(each)?.level !== 'fail'),
  };
}

function hasLevelOf(one: Remembered, other: Remembered): boolean {
  return one.level === other.level;
}

function isEqual(one: Remembered, other: Remembered): boolean {
  return one.level === other.level && one.text === other.text;
}
