/** Every choice of one of each list, the last list changing first; none where a list is empty. */
export function* combinations<T>(lists: readonly (readonly T[])[]): Generator<readonly T[], void, void> {
  if (lists.some((list) => list.length === 0)) return;
  const places = lists.map(() => 0);
  const chosen = lists.map(([first]) => first!);
  for (;;) {
    yield [...chosen];
    let at = lists.length - 1;
    for (; at >= 0 && ++places[at]! === lists[at]!.length; at--) [places[at], chosen[at]] = [0, lists[at]![0]!];
    if (at < 0) return;
    chosen[at] = lists[at]![places[at]!]!;
  }
}
