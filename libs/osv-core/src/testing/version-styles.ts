import fc from 'fast-check';

const number = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 2_000_000 })).map(String);
const padded = fc.oneof({ weight: 5, arbitrary: number }, fc.constantFrom('0', '00', '01', '007'));
const numbers = fc.array(padded, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
const words = ['alpha', 'beta', 'rc', 'RC', 'dev', 'pre', 'post', 'Final', 'GA', 'SNAPSHOT', 'M', 'a', 'b', 'p', 'r'];
const suffix = fc
  .tuple(
    fc.constantFrom('', '-', '.', '_', '+', '~', '^'),
    fc.constantFrom(...words, 'sp', 'git', 'x', 'stable'),
    fc.option(number),
  )
  .map(([separator, word, count]) => `${separator}${word}${count ?? ''}`);

/** Random versions as ecosystems write them, and texts that only share their alphabet. */
export const PUBLISHED_STYLES = {
  plain: fc.tuple(fc.constantFrom('', '', 'v', '1:'), numbers).map((parts) => parts.join('')),
  suffixed: fc
    .tuple(numbers, suffix, fc.oneof(fc.constant(''), suffix, fc.constant('-r1')))
    .map((parts) => parts.join('')),
  long: fc.bigInt({ min: 0n, max: 10n ** 30n }).map((value) => `1.${value}`),
  noise: fc.string({ unit: fc.constantFrom(...'01279.-_+~^:!abprc'), maxLength: 9 }),
};
