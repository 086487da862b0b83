import fc from 'fast-check';
import { NAME_LENGTH_MAX } from './name-hash';
import { NameSetBuilder } from './name-set';
import { nearNames } from './near-names';

function setOf(names: Iterable<string>) {
  const builder = new NameSetBuilder();
  for (const [at, name] of [...new Set(names)].entries()) builder.add(name, at + 1);
  return builder.build();
}

/** Whether one is the other but for one edit, by trying all of them. */
function isOneEdit(a: string, b: string): boolean {
  if (a === b) return false;
  if (a.length === b.length) {
    const apart = [...a].flatMap((unit, at) => (unit === b[at] ? [] : [at]));
    const [one = 0, two = 0] = apart;
    return apart.length === 1 || (apart.length === 2 && two === one + 1 && a[one] === b[two] && a[two] === b[one]);
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1) return false;
  return [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);
}

const LISTED = ['lodash', 'lodahs-x', '@babel/traverse', 'org.apache.logging.log4j:log4j-core', 'requests', 'ab', 'ßx'];

describe('the names one edit away', () => {
  it.each([
    ['lodahs', 'two neighbours swapped', 'lodash'],
    ['lodas', 'the last character left out', 'lodash'],
    ['odash', 'the first one', 'lodash'],
    ['lodassh', 'one too many', 'lodash'],
    ['xlodash', 'one in front', 'lodash'],
    ['lodast', 'another at the end', 'lodash'],
    ['babel/traverse', 'a scope without its sign', '@babel/traverse'],
    ['@babe1/traverse', 'another in the scope', '@babel/traverse'],
    ['org.apache.logging.log4:log4j-core', 'one left out of the group', 'org.apache.logging.log4j:log4j-core'],
    ['requets', 'one left out', 'requests'],
    ['ba', 'two that are all there is', 'ab'],
    ['sx', 'a character that is not ASCII', 'ßx'],
  ])('of %s are found: %s', (name, _what, listed) => {
    expect(nearNames(name, setOf(LISTED))).toContain(listed);
  });

  it('are found for the longest name that is looked up', () => {
    const longest = `${'x'.repeat(NAME_LENGTH_MAX - 1)}y`;

    expect(nearNames(longest, setOf(['x'.repeat(NAME_LENGTH_MAX)]))).toEqual(['x'.repeat(NAME_LENGTH_MAX)]);
    expect(nearNames(`${longest}y`, setOf([longest]))).toEqual([]);
  });

  it.each(['lodash', 'lodsah2', 'ladosh', 'requ', '', 'x'.repeat(NAME_LENGTH_MAX), 'x'.repeat(5_000)])(
    'of %.20s are no listed ones, itself included',
    (name) => {
      const near = nearNames(name, setOf(LISTED));

      expect(near.filter((other) => LISTED.includes(other))).toEqual([]);
    },
  );

  it('are all that are there, and nothing else is given but what the set may hold (property)', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abc-@/é'), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), name, (listed, asked) => {
        const near = nearNames(asked, setOf(listed));

        const expected = [...new Set(listed)].filter((other) => isOneEdit(asked, other));
        expect(near).toEqual(expect.arrayContaining(expected));
        expect(near.every((other) => isOneEdit(asked, other))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('of fifty thousand names are taken for one by mistake once in thousands of edits', () => {
    const set = setOf(Array.from({ length: 50_000 }, (_, n) => `malicious-${n}`));

    const wrong = Array.from({ length: 200 }, (_, n) => nearNames(`unheard-of-package-${n}x`, set).length);

    // Each has some 700 edits within the lengths of the set.
    expect(wrong.reduce((sum, count) => sum + count, 0)).toBeLessThan(60);
  });
});

describe('the counts of a set of names', () => {
  it('are those that were given, and none for another text', () => {
    const names = Array.from({ length: 5_000 }, (_, n) => `package-${n}`);
    const set = setOf(names);

    expect(names.map((name) => set.countOf(name))).toEqual(names.map((_, at) => at + 1));
    expect(names.map((name) => set.countOf(`${name}x`))).toEqual(names.map(() => 0));
    expect(set.countOf('')).toBe(0);
  });
});
