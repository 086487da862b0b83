import type { Equivalent } from './equivalent';

/** Of what is asked and answered: cores, datasets, queries, images. */
export const QUESTIONS: readonly Equivalent[] = [
  {
    file: 'kev-index.ts',
    original: 'entry !== undefined',
    replacement: 'true',
    reason: 'sorting puts undefined last, without asking the comparison, and only the first is taken',
  },
  {
    file: 'priority.ts',
    original: 'placed.has(result.resolved)',
    replacement: 'false',
    reason: 'an id sent twice has the same place; to pass over it only saves work',
  },
  {
    file: 'cve-id.ts',
    original: 'year === undefined',
    replacement: 'false',
    reason: 'year and number are parts of one pattern: both are there, or neither is',
  },
  {
    file: 'cve-key.ts',
    original: 'year === undefined || number === undefined',
    reason: 'what is no number is in no range, so that it has no key either; only the compiler needs the condition',
  },
  {
    file: 'image-upgrade-advice.ts',
    original: 'part?.product',
    replacement: 'part.product',
    reason: 'the reason is that of one of the parts, so that one is found; only the compiler needs the question mark',
  },
  {
    file: 'find-system.ts',
    original: 'distro.length > DISTRO_CHARS_MAX',
    replacement: 'false',
    reason: 'bounds the work on a hostile name; no known name is that long',
  },
  {
    file: 'tag-roles.ts',
    original: "parts.filter(({ role }) => role === 'image')",
    replacement: 'parts',
    reason: 'the others are asked before, for the same version and more',
  },
  {
    file: 'packages/product-packages.ts',
    original: 'first !== undefined',
    replacement: 'true',
    reason: 'undefined is not greater than or equal to any number; only the compiler needs the condition',
  },
  {
    file: 'src/no-match.ts',
    original: 'needs === undefined',
    replacement: 'false',
    reason:
      'a kind whose room is not known has no models that are too small for it; only the compiler needs the condition',
  },
  {
    file: 'models/guards.ts',
    original: 'price !== null',
    replacement: 'true',
    reason: 'null is not greater than any price; only the compiler needs the condition',
  },
  {
    file: 'pico-dollars.ts',
    original: '/^(\\d+)(?:\\.(\\d+))?(?:e([+-]\\d+))?$/',
    replacement: '/^(\\d+)(?:\\.(\\d+))?(?:e([+-]\\d+))?/',
    reason: 'numbers are written without anything behind them',
  },
  {
    file: 'rate-table.ts',
    original: 'mix[sort] > 0',
    replacement: 'mix[sort] >= 0',
    reason: 'none of a sort costs nothing; leaving it out only saves a multiplication',
  },
  {
    file: 'order/pypi.ts',
    original: '/^v?(?:(\\d+)!)?(\\d+(?:\\.\\d+)*)/',
    replacement: '/v?(?:(\\d+)!)?(\\d+(?:\\.\\d+)*)/',
    reason: 'every valid version begins with it',
  },
  {
    file: 'kev/upstream.ts',
    original: 'index === undefined',
    replacement: 'false',
    reason: 'no entry stands at the place NaN; only the compiler needs the condition',
  },
  {
    file: 'cve-key.ts',
    original: 'year === undefined',
    replacement: 'false',
    reason: 'what is no number is in no range, so that it has no key either; only the compiler needs the condition',
  },
  {
    file: 'kev-core/src/references.ts',
    original: 'end > 0',
    replacement: 'end >= 0',
    reason: 'nothing stands before the first character, which ends the loop as well',
  },
  {
    file: 'name-suggestions.ts',
    original: 'at < text.length',
    replacement: 'at <= text.length',
    reason: 'what stands behind the last character is an edge, which follows it anyway',
  },
  {
    file: 'package-judge.ts',
    original: 'found.length < 2',
    replacement: 'false',
    reason: 'one span is its own union; to pass over it only saves work',
  },
  {
    file: 'products/indexed-product.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'the words differ, each being there once',
  },
  {
    file: 'src/deprecation.ts',
    original: 'date !== null',
    replacement: 'true',
    reason: 'null comes after every day; only the compiler needs the condition',
  },
  {
    file: 'src/letter-set.ts',
    original: `{
  let set = 0;
  for (let at = 0; at < text.length; at++) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}`,
    replacement: '{}',
    reason: 'names are compared that cannot be alike; only saves to compare them',
  },
  ...['missingLetters(letters, known.letters) > fewest', 'missingLetters(known.letters, letters) > fewest'].map(
    (original) => ({
      file: 'src/nearest-name.ts',
      original,
      replacement: 'false',
      reason: 'names are compared that cannot be alike; only saves to compare them',
    }),
  ),
  {
    file: 'src/nearest-name.ts',
    original: 'start < a.length && a[start] === b[start]',
    replacement: 'false',
    reason: 'what two words begin with alike is compared, too; only saves to compare it',
  },
  {
    file: 'osv/lookup.ts',
    original: 'similarLately.size === SIMILAR_KEPT_MAX',
    replacement: 'true',
    reason: 'forgets what would be found again; only saves to look for it',
  },
  {
    file: 'eol/starter.ts',
    original: 'AS_OF.slice(0, 10)',
    replacement: 'AS_OF',
    reason: 'compared with dates of which none is that day',
  },
  {
    file: 'upgrades/image-moves.ts',
    original: '({ length }) => length === 0',
    replacement: '() => undefined',
    reason: 'of parts without a cycle there is no first combination either',
  },
  {
    file: 'versions/cycle-name.ts',
    original: '/[\\s\\-_.:]+/',
    replacement: '/[\\s\\-_.:]/',
    reason: 'empty parts between two separators are left out',
  },
  {
    file: 'src/cve-id.ts',
    original: 'yearA < yearB',
    replacement: 'yearA <= yearB',
    reason: 'asked of years that differ',
  },
  {
    file: 'models/duplicate-member.ts',
    original: 'container.names?.has',
    replacement: 'container.names.has',
    reason: 'colons stand in objects alone, which have names; only the compiler needs the question mark',
  },
  {
    file: 'models/name-parts.ts',
    original: '/^\\d/',
    replacement: '/\\d/',
    reason: 'a word is of letters alone or of digits alone',
  },
  {
    file: 'osv/lookup.ts',
    original: 'page[page.length - 1]?.advisory',
    replacement: 'page[page.length - 1].advisory',
    reason: 'the page is full; only the compiler needs the question mark',
  },
  {
    file: 'src/tag-words.ts',
    original: 'product === null',
    replacement: 'false',
    reason: 'nothing is kept under null; only the compiler needs the condition',
  },
  {
    file: 'src/rate-table.ts',
    original: 'at % MODELS_PER_STEP === 0',
    reason: 'how often others have their turn',
  },
  {
    file: 'src/no-match.ts',
    original: 'costMax === undefined',
    replacement: 'false',
    reason: 'asked only where there is such a limit; only the compiler needs the condition',
  },
  {
    file: 'check/next-deadline.ts',
    original: 'eol === null',
    replacement: 'false',
    reason: 'days are null wherever the date is; only the compiler needs the condition',
  },
  {
    file: 'token/bytes-text.ts',
    original: 'at < bytes.length',
    replacement: 'at <= bytes.length',
    reason: 'what is written beyond the end of a typed array is not kept',
  },
  {
    file: 'token/read-state.ts',
    original: "'probability'",
    replacement: '""',
    reason: 'the text of a fault that is caught where it is thrown',
  },
  {
    file: 'token/json-shape.ts',
    original: "'one of some words'",
    replacement: '""',
    reason: 'the text of a fault that is caught where it is thrown',
  },
  {
    file: 'token/open-token.ts',
    original: 'token.length > LIMITS.watchTokenRecheckCharsMax',
    replacement: 'false',
    reason: 'bounds the work on a hostile text; no longer one is ever sealed',
  },
  {
    file: 'plan/release-moves.ts',
    original: 'burdenOf(before).length === 0',
    replacement: 'false',
    reason: 'no move is lighter than nothing; only saves to look for it',
  },
];
