import { toDigits } from './digits';
import { compareRuns, type RankedRun } from './ranked-runs';
import type { VersionOrder } from './version-order';

/** Epoch, version and release, each cut into the segments that rpm compares; no release sorts below an empty one. */
export interface RpmKey {
  readonly epoch: readonly Segment[];
  readonly version: readonly Segment[];
  readonly release: readonly Segment[] | null;
}

interface Segment extends RankedRun {
  readonly rank: Rank;
}

/** rpmvercmp: a tilde is below the end of the text, a caret just above it, and numbers beat words. */
type Rank = typeof TILDE | typeof END | typeof CARET | typeof WORD | typeof NUMBER;
const TILDE = 0;
const END = 1;
const CARET = 2;
const WORD = 3;
const NUMBER = 4;

/** rpm's order for Red Hat, Rocky Linux, AlmaLinux, SUSE, openSUSE, openEuler, Mageia, Azure Linux and Photon OS. */
export const rpm: VersionOrder<RpmKey> = {
  name: 'rpm',
  parse: readRpm,
  compare: (a, b) =>
    compareSegments(a.epoch, b.epoch) || compareSegments(a.version, b.version) || compareReleases(a, b),
  accepts: (text) => /^(?:\d+:)?(?=[^\d]*\d)[0-9A-Za-z][0-9A-Za-z._+~^-]*$/.test(text),
};

function readRpm(text: string): RpmKey {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const hyphen = rest.lastIndexOf('-');
  return {
    epoch: readSegments(colon === -1 ? '0' : text.slice(0, colon)),
    version: readSegments(hyphen === -1 ? rest : rest.slice(0, hyphen)),
    release: hyphen === -1 ? null : readSegments(rest.slice(hyphen + 1)),
  };
}

/** Anything but ASCII letters, digits, `~` and `^` only separates. */
function readSegments(text: string): readonly Segment[] {
  return (text.match(/\d+|[A-Za-z]+|~|\^/g) ?? []).map((run) => {
    if (run === '~') return { rank: TILDE, text: '' };
    if (run === '^') return { rank: CARET, text: '' };
    return /^\d/.test(run) ? { rank: NUMBER, text: toDigits(run) } : { rank: WORD, text: run };
  });
}

const RANKS = { number: NUMBER, end: END } as const;

function compareSegments(a: readonly Segment[], b: readonly Segment[]): number {
  return compareRuns(a, b, RANKS);
}

function compareReleases({ release: a }: RpmKey, { release: b }: RpmKey): number {
  if (a === null) return b === null ? 0 : -1;
  return b === null ? 1 : compareSegments(a, b);
}
