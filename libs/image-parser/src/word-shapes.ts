import { PRE_RELEASE_WORDS } from './known-words';

/** Starts with a digit or `v` and a digit, and is no date and no commit hash. */
export function isVersionLike(word: string): boolean {
  const start = word.charCodeAt(0) === 118 ? 1 : 0;
  return isDigit(word.charCodeAt(start)) && !(word.length >= 7 && isHex(word));
}

/** A word that, right after a version, makes it a pre-release: `rc`, `m02`, `beta.1`. */
export function isPreRelease(word: string | undefined): boolean {
  if (word === undefined) return false;
  const end = firstDigit(word);
  let letters = end < 0 ? word : word.slice(0, end);
  if (letters.endsWith('.')) letters = letters.slice(0, -1);
  // A bare `dev` is a flavour with build tools, a bare `m` nothing at all.
  if (end < 0 && (letters === 'dev' || letters === 'm')) return false;
  return PRE_RELEASE_WORDS.has(letters);
}

/** Index of the first digit, -1 when there is none. */
export function firstDigit(word: string): number {
  for (let i = 0; i < word.length; i++) if (isDigit(word.charCodeAt(i))) return i;
  return -1;
}

/** True for `20`, false for `v20`. */
export function startsWithDigit(word: string): boolean {
  return isDigit(word.charCodeAt(0));
}

function isHex(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const c = word.charCodeAt(i);
    if (!isDigit(c) && !(c >= 97 && c <= 102)) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
