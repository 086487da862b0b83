import { toHeavy } from '../watch/heavy-package';
import type { PackageState, WatchState } from '../watch/watch-state';
import { packState } from './packed-state';
import { tokenChars } from './token-form';
import type { TokenPacking } from './token-sealing';

/** A state whose token has room, compressed. */
export interface FittedState {
  readonly kind: 'fits';
  readonly state: WatchState;
  readonly packed: Uint8Array;
}

/** That the token of a state would be too long; the heaviest package, where packages are what makes it so. */
export interface TooLong {
  readonly kind: 'too_long';
  readonly heaviest: { readonly index: number; readonly vulnerabilities: number } | null;
}

/** A package with fewer is not what makes a token long. */
const WEIGHT_WORTH_NAMING = 50;

/** A package with fewer is no shorter as a count and a digest. */
const WEIGHT_WORTH_REDUCING = 5;

/** What room a token has, and what packs it. */
export interface TokenRoom {
  readonly keyId: string;
  readonly charsMax: number;
  readonly packing: TokenPacking;
}

/** The state as it is, if its token has at most `charsMax` characters. */
export function fitWhole(state: WatchState, { keyId, charsMax, packing }: TokenRoom): FittedState | TooLong {
  const packed = packState(state, packing);
  if (packed !== undefined && tokenChars(keyId, packed.length) <= charsMax) return { kind: 'fits', state, packed };
  const [heaviest] = byWeight(state.packages, WEIGHT_WORTH_NAMING);
  return { kind: 'too_long', heaviest: heaviest === undefined ? null : heaviest };
}

/**
 * The state with as few packages as needed, the heaviest first, reduced to a count and a digest, so that its token has at
 * most `charsMax` characters. Too long only where the entries themselves are.
 */
export function fitReduced(state: WatchState, room: TokenRoom): FittedState | TooLong {
  const heaviest = byWeight(state.packages, WEIGHT_WORTH_REDUCING);
  const tried = (count: number) => {
    const reduced = new Set(heaviest.slice(0, count).map(({ index }) => index));
    const packages = state.packages.map((entry, index) =>
      entry.kind === 'full' && reduced.has(index) ? toHeavy(entry) : entry,
    );
    const { scores } = state;
    const kept = scores && {
      ...scores,
      packages: scores.packages.map((of, index) => (reduced.has(index) ? null : of)),
    };
    return fitWhole({ ...state, packages, ...(kept === undefined ? {} : { scores: kept }) }, room);
  };
  // The more are reduced, the shorter: the least number that fits is found by halving.
  let best = tried(0);
  let [tooFew, enough] = [0, heaviest.length];
  if (best.kind === 'fits') return best;
  best = tried(enough);
  while (best.kind === 'fits' && enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    const attempt = tried(middle);
    if (attempt.kind === 'fits') [best, enough] = [attempt, middle];
    else tooFew = middle;
  }
  return best;
}

function byWeight(packages: readonly PackageState[], least: number) {
  return packages
    .flatMap((entry, index) =>
      entry.kind === 'full' && entry.groups.length >= least ? [{ index, vulnerabilities: entry.groups.length }] : [],
    )
    .sort((a, b) => b.vulnerabilities - a.vulnerabilities || a.index - b.index);
}
