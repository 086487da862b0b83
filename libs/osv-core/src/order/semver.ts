import { compareNumbers, dropTrailingZeros, toDigits, type Digits } from './digits';
import { compareIdentifiers, readIdentifiers, type Identifier } from './identifiers';
import type { VersionOrder } from './version-order';

/** What SemVer orders by. `pre` is null for a release. */
export interface SemverKey {
  readonly core: readonly Digits[];
  readonly pre: readonly Identifier[] | null;
  readonly build: readonly Identifier[] | null;
}

/**
 * SemVer 2.0.0 §11 for SwiftURL, ConanCenter and Julia, lenient where their records are: any count
 * of numbers of any length (`1.0`, `1.2.3.4`), a leading `v`, and a pre-release without its hyphen (`1.22rc1`).
 */
export const semver: VersionOrder<SemverKey> = {
  name: 'SemVer',
  parse: readSemver,
  compare: compareSemver,
  accepts: (text) => CONCRETE.test(text),
  isBound,
};

/**
 * The same where each release has three numbers (npm, crates.io, Hex). There `4.4` asks for any of several versions, and is one only
 * where an advisory names it.
 */
export const fullSemver: VersionOrder<SemverKey> = {
  ...semver,
  accepts: isFull,
  mayBeListed: semver.accepts,
};

/** Go modules and the toolchain: SemVer in full, where the toolchain also writes `go1.22.3`. Its releases of two numbers are read apart. */
export const go: VersionOrder<SemverKey> = {
  name: 'Go',
  parse: (text) => readSemver(withoutGo(text)),
  compare: compareSemver,
  accepts: (text) => isFull(withoutGo(text)),
  mayBeListed: (text) => CONCRETE.test(withoutGo(text)),
  isBound,
};

/** Pub orders build metadata too: none is least, then identifier by identifier. */
export const pub: VersionOrder<SemverKey> = {
  name: 'Pub',
  parse: readSemver,
  compare: (a, b) => compareSemver(a, b) || compareOptional(a.build, b.build, -1),
  accepts: isFull,
  mayBeListed: semver.accepts,
  isBound,
};

/**
 * Digits first, and no `x`, `*` or space anywhere a range would have them. Single digits before the rest, which may begin with
 * one: to repeat runs of digits before what may begin with a digit takes time by the square of a long run.
 */
const CONCRETE = /^[vV=]?\d(?:\.\d)*(?:[-+_]?[0-9A-Za-z-][0-9A-Za-z.+_~-]*)?$/;

function isBound(text: string): boolean {
  return /^[^-]*-0$/.test(text);
}

/** Whether a version is written with at least three numbers. */
function isFull(text: string): boolean {
  return CONCRETE.test(text) && /^[vV=]?\d+\.\d+\.\d/.test(text);
}

/** Reads any text: what does not start with numbers is a pre-release of zero. */
export function readSemver(text: string): SemverKey {
  const [, numbers = '', rest = ''] = SHAPE.exec(text) ?? [];
  const plus = rest.indexOf('+');
  const pre = (plus === -1 ? rest : rest.slice(0, plus)).replace(/^[-._]/, '');
  const build = plus === -1 ? '' : rest.slice(plus + 1);
  return {
    core: numbers === '' ? [] : dropTrailingZeros(numbers.split('.').map(toDigits)),
    pre: pre === '' ? null : readIdentifiers(pre),
    build: build === '' ? null : readIdentifiers(build),
  };
}

const SHAPE = /^[vV=]?(\d+(?:\.\d+)*)?(.*)$/s;

/** Precedence without build metadata. */
export function compareSemver(a: SemverKey, b: SemverKey): number {
  return compareNumbers(a.core, b.core) || compareOptional(a.pre, b.pre, 1);
}

/** `absent` is the sign of a list that is not there against one that is: a release beats its pre-releases. */
function compareOptional(a: SemverKey['pre'], b: SemverKey['pre'], absent: 1 | -1): number {
  if (a === null) return b === null ? 0 : absent;
  if (b === null) return -absent;
  return compareIdentifiers(a, b);
}

const withoutGo = (text: string) => text.replace(/^go(?=\d)/, '');
