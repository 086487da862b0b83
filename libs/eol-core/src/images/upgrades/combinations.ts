/** Every choice of one of each list, the last list changing first; none where a list is empty. */
export function* combinations<T>(
  lists: readonly (readonly T[])[],
  chosen: readonly T[] = [],
): Generator<readonly T[], void, void> {
  const list = lists[chosen.length];
  if (list === undefined) return yield chosen;
  for (const one of list) yield* combinations(lists, [...chosen, one]);
}
