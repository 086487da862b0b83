/** A record under its id, with a text that differs exactly when the record does, e.g. its canonical JSON. */
export interface SortedEntry<Entry = unknown> {
  readonly id: string;
  readonly text: string;
  /** Carried along untouched. */
  readonly entry: Entry;
}

/** One difference between two sorted lists. */
export type Difference<Entry = unknown> =
  | { readonly kind: 'added' | 'changed'; readonly id: string; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly id: string };

/** A list that must be in order is not. */
export class NotSortedError extends Error {
  constructor(readonly id: string) {
    super(`"${id}" is out of order or twice in a list that must be sorted by id`);
    this.name = 'NotSortedError';
  }
}

/**
 * What turns one sorted list into another, in order of id, holding no more than one entry of each at a time: a merge join,
 * so lists of any length can be compared from disk.
 * @param before in ascending order of id by UTF-16 code units, each id once
 * @param after likewise
 * @throws NotSortedError when one of them is not
 */
export function* deltaOfSorted<Entry>(
  before: Iterable<SortedEntry>,
  after: Iterable<SortedEntry<Entry>>,
): Generator<Difference<Entry>, void, undefined> {
  const olds = inOrder(before);
  const news = inOrder(after);
  try {
    let old = next(olds);
    let now = next(news);
    while (old !== undefined || now !== undefined) {
      if (now === undefined || (old !== undefined && old.id < now.id)) {
        yield { kind: 'removed', id: old!.id };
        old = next(olds);
      } else if (old === undefined || now.id < old.id) {
        yield { kind: 'added', id: now.id, entry: now.entry };
        now = next(news);
      } else {
        if (old.text !== now.text) yield { kind: 'changed', id: now.id, entry: now.entry };
        old = next(olds);
        now = next(news);
      }
    }
  } finally {
    // A reader that stops early must not leave a cursor open.
    olds.return();
    news.return();
  }
}

function* inOrder<Entry>(list: Iterable<SortedEntry<Entry>>): Generator<SortedEntry<Entry>, void, undefined> {
  let before: string | undefined;
  for (const each of list) {
    if (before !== undefined && before >= each.id) throw new NotSortedError(each.id);
    before = each.id;
    yield each;
  }
}

function next<T>(iterator: Generator<T, void, undefined>): T | undefined {
  const step = iterator.next();
  return step.done ? undefined : step.value;
}
