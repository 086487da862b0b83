import fc from 'fast-check';
import { deltaOfSorted, NotSortedError, type SortedEntry } from './delta-of-sorted';

type List = readonly SortedEntry[];

const list: fc.Arbitrary<List> = fc
  .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constantFrom('1', '2')), {
    selector: ([id]) => id,
  })
  .map((pairs) => pairs.map(([id, text]) => entry(id, text)).sort((one, other) => (one.id < other.id ? -1 : 1)));

const entry = (id: string, text = ''): SortedEntry => ({ id, text, entry: text });
const idsIn = (texts: List): Map<string, string> => new Map(texts.map(({ id, text }) => [id, text]));

describe('the difference of two sorted lists', () => {
  it('is what sets say, each id once, in order', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const [olds, news] = [idsIn(before), idsIn(after)];

        const found = [...deltaOfSorted(before, after)];

        const ids = found.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort());
        for (const id of new Set([...olds.keys(), ...news.keys()])) {
          const kind = !olds.has(id) ? 'added' : !news.has(id) ? 'removed' : 'changed';
          const wanted = kind === 'changed' && olds.get(id) === news.get(id) ? undefined : kind;
          expect(found.find((each) => each.id === id)?.kind).toBe(wanted);
        }
        for (const each of found) if (each.kind !== 'removed') expect(each.entry).toBe(news.get(each.id));
      }),
    );
  });

  it('is empty for a list and itself', () => {
    fc.assert(fc.property(list, (same) => expect([...deltaOfSorted(same, [...same])]).toEqual([])));
  });

  it.each<[string, List]>([
    ['out of order', [entry('b'), entry('a')]],
    ['with an id twice', [entry('a'), entry('a')]],
    ['by number instead of by code unit', [entry('9'), entry('10')]],
  ])('refuses a list %s, on either side', (_what, bad) => {
    expect(() => [...deltaOfSorted(bad, [])]).toThrow(NotSortedError);
    expect(() => [...deltaOfSorted([], bad)]).toThrow(NotSortedError);
  });

  it('holds one entry of each list at a time, however long they are', () => {
    const length = 20_000;
    let alive = 0;
    let most = 0;
    function* long(step: number): Generator<SortedEntry> {
      for (let number = 0; number < length; number += step) {
        alive += 1;
        most = Math.max(most, alive);
        yield entry(String(number).padStart(8, '0'));
        alive -= 1;
      }
    }

    let removed = 0;
    for (const { kind } of deltaOfSorted(long(1), long(2))) if (kind === 'removed') removed += 1;

    expect(removed).toBe(length / 2);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('closes both lists when its reader stops early', () => {
    const closed: string[] = [];
    function* cursor(name: string): Generator<SortedEntry> {
      try {
        for (let number = 0; ; number += 1) yield entry(`${name}${String(number).padStart(8, '0')}`);
      } finally {
        closed.push(name);
      }
    }

    for (const difference of deltaOfSorted(cursor('a'), cursor('b'))) if (difference.id === 'a00000003') break;

    expect(closed.sort()).toEqual(['a', 'b']);
  });
});
