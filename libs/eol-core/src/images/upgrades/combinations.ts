/** Choice number `n` of one of each list, the last list changing first; undefined where there are not as many, so also where a list is empty. */
export function combinationAt<T>(lists: readonly (readonly T[])[], n: number): readonly T[] | undefined {
  const chosen = new Array<T>(lists.length);
  let left = n;
  for (let at = lists.length - 1; at >= 0; at--) {
    const list = lists[at]!;
    if (list.length === 0) return undefined;
    chosen[at] = list[left % list.length]!;
    left = Math.floor(left / list.length);
  }
  return left === 0 ? chosen : undefined;
}
