import fc from 'fast-check';
import { SystemNames } from './misspelt-words';

/** Every text that is one edit away: a character left out, put in or replaced, or two neighbours swapped. */
function edited(word: string): ReadonlySet<string> {
  const all: string[] = [];
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    all.push(before + after.slice(1));
    for (const letter of 'ab') all.push(before + letter + after, before + letter + after.slice(1));
    if (after.length > 1) all.push(before + after[1]! + after[0]! + after.slice(2));
  }
  return new Set(all.filter((text) => text !== word));
}

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });

describe('a word that may be a slip of the name of a system', () => {
  it('means the name that is one edit away, and no other (property)', () => {
    fc.assert(
      fc.property(letters(6, 8), letters(5, 9), (name, word) => {
        const names = new SystemNames([[name, 'it']]);

        expect(names.meantBy(word)).toBe(edited(word).has(name) ? 'it' : undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['the first of those of its own length', 'bookwora', 'first'],
    ['one of another length where there is none', 'bookwormss', 'longer'],
  ])('means %s', (_what, word, meant) => {
    const names = new SystemNames([
      ['bookworms', 'longer'],
      ['bookworm', 'first'],
      ['bookworn', 'second'],
    ]);

    expect(names.meantBy(word)).toBe(meant);
  });

  it.each(['bookwxom', 'bookwroxm', 'bookmrow'])('is none with more than one edit: %s', (word) => {
    expect(new SystemNames([['bookworm', 'debian']]).meantBy(word)).toBeUndefined();
  });

  it('is none of a name with fewer than six characters, nor one with fewer than five', () => {
    expect(new SystemNames([['focal', 'ubuntu']]).meantBy('local')).toBeUndefined();
    expect(new SystemNames([['alpine', 'alpine']]).meantBy('alpin')).toBe('alpine');
    expect(new SystemNames([['alpine', 'alpine']]).meantBy('alpi')).toBeUndefined();
  });
});
