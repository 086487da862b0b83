import { compareDigits, compareText, toDigits } from './digits';
import type { VersionOrder } from './version-order';

/** A piece of an apk version. Of two versions that are equal so far the one with the higher `rank` next is newer. */
export interface ApkToken {
  readonly rank: number;
  readonly number: string;
  readonly text: string;
}

/**
 * Where a version has ended (`END`), a pre-release suffix makes the other one older, and a revision, a commit, a
 * suffix, a letter or a further number makes it newer, in this order (apk-tools, package versions).
 */
const UNREADABLE = 0;
const PRE_SUFFIX = 1;
const END = 2;
const REVISION = 3;
const COMMIT = 4;
const SUFFIX_NUMBER = 5;
const POST_SUFFIX = 6;
const LETTER = 7;
const NUMBER = 8;

const PRE_SUFFIXES = ['alpha', 'beta', 'pre', 'rc'];
const POST_SUFFIXES = ['cvs', 'svn', 'git', 'hg', 'p'];

/** apk's order for Alpine, Wolfi and Chainguard. */
export const alpine: VersionOrder<readonly ApkToken[]> = {
  name: 'apk',
  parse: readTokens,
  compare: compareTokens,
  accepts: (text) => /^\d+(?:\.\d+)*[a-z]?(?:_[a-z]+\d*)*(?:~[0-9a-f]+)?(?:-r\d+)?$/.test(text),
};

function readTokens(text: string): readonly ApkToken[] {
  const tokens: ApkToken[] = [];
  let rest = text;
  while (rest !== '') {
    const token = readToken(rest, tokens.length === 0);
    tokens.push(...token.tokens);
    rest = rest.slice(token.length);
  }
  return tokens;
}

function readToken(rest: string, first: boolean): { readonly tokens: readonly ApkToken[]; readonly length: number } {
  const [run = '', number = '', letter = '', suffix = '', count = '', commit = '', revision = ''] =
    TOKEN.exec(rest) ?? [];
  if (number !== '') return { tokens: [toNumber(number, first)], length: run.length };
  if (letter !== '') return { tokens: [{ rank: LETTER, number: '', text: letter }], length: run.length };
  if (commit !== '') return { tokens: [{ rank: COMMIT, number: '', text: commit }], length: run.length };
  if (revision !== '') {
    return { tokens: [{ rank: REVISION, number: toDigits(revision), text: '' }], length: run.length };
  }
  const tokens = suffix === '' ? null : toSuffix(suffix, count);
  // Whatever apk cannot read makes the version older than one that ends here, and is compared as text.
  return tokens === null
    ? { tokens: [{ rank: UNREADABLE, number: '', text: rest }], length: rest.length }
    : { tokens, length: run.length };
}

const TOKEN = /^(?:\.?(\d+)|([a-z])(?![a-z])|_([a-z]+)(\d*)|~([0-9a-f]+)|-r(\d+)$)/;

/** A number after a dot that starts with a zero is a decimal fraction: it is compared as text, below other numbers. */
function toNumber(run: string, first: boolean): ApkToken {
  const fraction = !first && run.startsWith('0');
  return { rank: NUMBER, number: fraction ? '' : toDigits(run), text: fraction ? run : '' };
}

function toSuffix(name: string, count: string): readonly ApkToken[] | null {
  const pre = PRE_SUFFIXES.indexOf(name);
  const post = POST_SUFFIXES.indexOf(name);
  if (pre === -1 && post === -1) return null;
  const suffix = { rank: pre === -1 ? POST_SUFFIX : PRE_SUFFIX, number: '', text: String(pre === -1 ? post : pre) };
  return count === '' ? [suffix] : [suffix, { rank: SUFFIX_NUMBER, number: toDigits(count), text: '' }];
}

const NOTHING: ApkToken = { rank: END, number: '', text: '' };

function compareTokens(a: readonly ApkToken[], b: readonly ApkToken[]): number {
  const longest = Math.max(a.length, b.length);
  for (let index = 0; index < longest; index++) {
    const left = a[index] ?? NOTHING;
    const right = b[index] ?? NOTHING;
    if (left.rank !== right.rank) return left.rank < right.rank ? -1 : 1;
    const sign = compareDigits(left.number, right.number) || compareText(left.text, right.text);
    if (sign !== 0) return sign;
  }
  return 0;
}
