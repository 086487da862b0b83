/** Sorted by themselves at first, in one step. */
const RUN = 128;
const MERGED_PER_STEP = 128;

/**
 * `toSorted` in steps of some dozen microseconds: short runs are sorted, then merged two by two.
 * @param compare as for `Array.prototype.sort`; elements that are equal keep their order
 */
export function* sortSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[], void> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second = []] = [runs[at], runs[at + 1]];
      merged.push(yield* mergeSteps(first, second, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[], void> {
  const merged: Item[] = [];
  let [one, other] = [0, 0];
  while (one < first.length && other < second.length) {
    merged.push(compare(first[one]!, second[other]!) <= 0 ? first[one++]! : second[other++]!);
    if (merged.length % MERGED_PER_STEP === 0) yield;
  }
  for (; one < first.length; one++) merged.push(first[one]!);
  for (; other < second.length; other++) merged.push(second[other]!);
  return merged;
}
