/**
 * Whether a text may name one version, whatever the ecosystem: it is no commit, and no range in which a part is left open. Orders take
 * many texts for numbers, and these would stand above every fix.
 */
export function isSingleVersion(text: string): boolean {
  return !isCommit(text) && !OPEN_PART.test(text) && !OPEN_END.test(text);
}

/**
 * Whether a text is the hash of a commit or of an archive, short or whole. Digits alone are a hash from 40 on: below that they are a
 * number or a date. What begins with a date or a year is a version of that time (`20230203b1`, `2004b1234`).
 */
export function isCommit(text: string): boolean {
  const [, hash] = HASH.exec(text) ?? [];
  if (hash === undefined || DATED.test(hash)) return false;
  return /[a-f]/i.test(hash) || WHOLE_LENGTHS.has(hash.length);
}

const HASH = /^(?:[vV=]|(?:git|sha\d{1,3})[-:])?([0-9a-f]{7,128})$/i;
const WHOLE_LENGTHS: ReadonlySet<number> = new Set([40, 64]);
const DATED = /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?[a-f]\d{0,4}$/i;

/** A number is left open: `10.x`, `1.2.X`, `1.x-dev`, `*`. An `x` among the words of a pre-release (`1.0.0-x.7`) is a word. */
const OPEN_PART = /(?:^[vV=]?|\d\.)[xX*](?:$|[-.+_])/;

/** What is to follow is left open: `10.`, `1.+` and `1.2+`, as Gradle writes it. */
const OPEN_END = /[.+]$/;
