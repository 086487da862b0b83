// By its file: the rest of the package is specifiers, which nothing here reads, and would double what a browser loads of it.
import { valid } from '@renovatebot/pep440/lib/version.js';
import { compareDigits, compareNumbers, compareText, dropTrailingZeros, toDigits, type Digits } from './digits';
import { compareLegacy, readLegacy, type LegacyPart } from './pypi-legacy';
import type { VersionOrder } from './version-order';

/** PEP 440's sort key, or the key of a version from before it; those sort below all others. */
export type PypiKey = Pep440Key | { readonly legacy: readonly LegacyPart[] };

interface Pep440Key {
  readonly legacy: null;
  readonly epoch: Digits;
  readonly release: readonly Digits[];
  /** Development release of a final release, alpha, beta, candidate, final: 0 to 4. */
  readonly phase: number;
  readonly phaseNumber: Digits;
  /** Null without `.post`, which is below `.post0`. */
  readonly post: Digits | null;
  /** Null without `.dev`, which is above `.dev0`. */
  readonly dev: Digits | null;
  readonly local: readonly LocalSegment[] | null;
}

interface LocalSegment {
  readonly numeric: boolean;
  readonly text: string;
}

/**
 * PEP 440. The library decides what is valid. The key is ours: the library reads numbers as floats, which rounds long
 * ones and takes the local segment `1e5`, a commit, for a hundred thousand.
 */
export const pypi: VersionOrder<PypiKey> = {
  name: 'PEP 440',
  parse: (text) => {
    const trimmed = text.trim();
    return valid(trimmed) === null ? { legacy: readLegacy(trimmed) } : readPep440(trimmed.toLowerCase());
  },
  compare: comparePypi,
  accepts: (text) => LIKE_VERSION.test(text) && valid(text) !== null,
  // Versions from before PEP 440. Below all others as they are, a misspelt one would be sent back to the oldest fix.
  mayBeListed: (text) => LIKE_VERSION.test(text),
  // Versions from before PEP 440 may have a plus after a time of day.
  withoutLabel: (text) => text.replace(/^([^+:]*)\+[0-9a-z._-]+$/i, '$1'),
};

const LIKE_VERSION = /^v?\d[0-9A-Za-z.!+_-]*$/;

const FINAL = 4;
const PHASES: Readonly<Record<string, number>> = { a: 1, alpha: 1, b: 2, beta: 2 };

/** Reads a valid version in lower case; what the grammar guarantees need not be checked again. */
function readPep440(text: string): Pep440Key {
  const [version = '', local] = text.split('+', 2);
  const [head = '', epoch = '', release = ''] = /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)/.exec(version) ?? [];
  let rest = version.slice(head.length);
  const take = (part: RegExp) => {
    const found = part.exec(rest);
    if (found !== null) rest = rest.slice(found[0].length);
    return found;
  };
  const pre = take(/^[-_.]?(alpha|a|beta|b|preview|pre|rc|c)[-_.]?(\d*)/);
  const post = take(/^(?:-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*))/);
  const dev = take(/^[-_.]?dev[-_.]?(\d*)/);
  return {
    legacy: null,
    epoch: toDigits(epoch),
    release: dropTrailingZeros(release.split('.').map(toDigits)),
    phase: phaseOf(pre?.[1], post !== null, dev !== null),
    phaseNumber: toDigits(pre?.[2] ?? ''),
    post: post === null ? null : toDigits(post[1] ?? post[2] ?? ''),
    dev: dev === null ? null : toDigits(dev[1] ?? ''),
    local: local === undefined ? null : local.split(/[-_.]/).map(toLocalSegment),
  };
}

function phaseOf(pre: string | undefined, post: boolean, dev: boolean): number {
  if (pre !== undefined) return PHASES[pre] ?? 3;
  return dev && !post ? 0 : FINAL;
}

function toLocalSegment(part: string): LocalSegment {
  const numeric = /^\d+$/.test(part);
  return { numeric, text: numeric ? toDigits(part) : part };
}

function comparePypi(a: PypiKey, b: PypiKey): number {
  if (a.legacy !== null) return b.legacy === null ? -1 : compareLegacy(a.legacy, b.legacy);
  if (b.legacy !== null) return 1;
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareNumbers(a.release, b.release) ||
    Math.sign(a.phase - b.phase) ||
    compareDigits(a.phaseNumber, b.phaseNumber) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1) ||
    compareLocal(a.local, b.local)
  );
}

/** `absent` is the sign of a number that is not there against one that is. */
function compareOptional(a: Digits | null, b: Digits | null, absent: 1 | -1): number {
  if (a === null) return b === null ? 0 : absent;
  return b === null ? -absent : compareDigits(a, b);
}

/** No local label is least; numbers beat words, and more segments beat fewer. */
function compareLocal(a: Pep440Key['local'], b: Pep440Key['local']): number {
  if (a === null) return b === null ? 0 : -1;
  if (b === null) return 1;
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const left = a[index] as LocalSegment;
    const right = b[index] as LocalSegment;
    if (left.numeric !== right.numeric) return left.numeric ? 1 : -1;
    const sign = left.numeric ? compareDigits(left.text, right.text) : compareText(left.text, right.text);
    if (sign !== 0) return sign;
  }
  return Math.sign(a.length - b.length);
}
