import fc from 'fast-check';
import { nearestName } from './nearest-name';

const NAMES = ['PAYMENTS_MODE', 'PAY_TO', 'PORT', 'purls', 'products'];

test.each([
  ['PAYMENT_MODE', 'PAYMENTS_MODE'],
  ['PAYMENTS_MDOE', 'PAYMENTS_MODE'],
  ['PAYMENTS_NODES', 'PAYMENTS_MODE'],
  ['payments_mode', 'PAYMENTS_MODE'],
  ['PAYTO', 'PAY_TO'],
  ['PROT', 'PORT'],
  ['prls', 'purls'],
  ['prodcuts', 'products'],
])('%s was meant to be %s', (word, name) => expect(nearestName(word, NAMES)).toBe(name));

test.each(['PAYMENTS_MODE', 'PATH', 'PROMPT', 'HOME', 'PAY_TO_ALICE', 'por', 'constructor', ''])(
  '%s is itself, or something else',
  (word) => expect(nearestName(word, NAMES)).toBeUndefined(),
);

test('how many errors are forgiven can be said', () => {
  expect(nearestName('PROT', NAMES, () => 0)).toBeUndefined();
  expect(nearestName('port', NAMES, () => 0)).toBe('PORT');
});

test.each([
  [3, 0],
  [4, 1],
  [8, 1],
  [9, 2],
  [40, 2],
])('a word of %d characters may have %d errors', (chars, errors) => {
  const word = 'a'.repeat(chars);
  const wrong = (count: number): string => 'b'.repeat(count) + word.slice(count);

  expect(nearestName(word, [wrong(errors + 1)])).toBeUndefined();
  if (errors > 0) expect(nearestName(word, [wrong(errors)])).toBe(wrong(errors));
});

test('the nearest one is taken, whatever the order', () => {
  expect(nearestName('PAYMENTS_MODS', ['PAYMENTS_MOBS_', 'PAYMENTS_MODE'])).toBe('PAYMENTS_MODE');
});

test('a swap of neighbours is one error, and each error counts one', () => {
  const errors = (a: string, b: string) => [0, 1, 2, 3, 4].find((most) => nearestName(a, [b], () => most) === b);

  expect([errors('ab', 'ba'), errors('abcd', 'badc'), errors('ca', 'abc'), errors('kitten', 'sitting')]).toEqual([
    1, 2, 3, 3,
  ]);
});

test.each([
  ['ab', 'aab', 'AB'],
  ['aab', 'ab', 'AAB'],
])('a repeated character is an error: %s is not %s but %s', (word, repeated, same) =>
  expect(nearestName(word, [repeated, same], () => 1)).toBe(same),
);

/** The same by its definition, without leaving anything out. */
function errorsOf(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const swapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    errorsOf(restA, b) + 1,
    errorsOf(a, restB) + 1,
    errorsOf(restA, restB) + (a[0] === b[0] ? 0 : 1),
    swapped ? errorsOf(a.slice(2), b.slice(2)) + 1 : Infinity,
  );
}

test('no name within its errors is given up early (property)', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, most) => {
      const expected = a !== b && errorsOf(a, b) <= most ? b : undefined;
      expect(nearestName(a, [b], () => most)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test('of equals the first one is taken, whatever its length (property)', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab'), maxLength: 5 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 8 }), fc.nat(3), (meant, known, most) => {
      const errors = known.map((name) => errorsOf(meant, name));
      const fewest = Math.min(...errors);
      const expected = known.includes(meant) || fewest > most ? undefined : known[errors.indexOf(fewest)];
      expect(nearestName(meant, known, () => most)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
