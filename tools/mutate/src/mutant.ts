import { createHash } from 'node:crypto';

/** One small fault: a piece of a file, and what stands there instead. */
export interface Mutant {
  /** Path from the repository's root. */
  readonly file: string;
  /** Where the piece begins and ends: line:column-line:column, counted from 0. */
  readonly at: string;
  /** Counted from 1, for people. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Which one of the same change of the same text in its file, from 0. */
  readonly nth: number;
}

/** Names a mutant by what it changes, not by its line, so that it keeps its name when the code above it changes. */
export function keyOf({ file, mutator, original, replacement, nth }: Omit<Mutant, 'line' | 'at'>): string {
  return createHash('sha256')
    .update(JSON.stringify([file, mutator, original, replacement, nth]))
    .digest('hex');
}

/** Names a mutant by its place, which Stryker reports, too. */
export function placeOf({ file, at, mutator, replacement }: Omit<Mutant, 'line' | 'original' | 'nth'>): string {
  return [file, at, mutator, replacement].join('\n');
}

/** The `count` mutants that a seed chooses; all for 0. A mutant's place in that choice depends on nothing but itself and the seed. */
export function chooseMutants(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  if (count === 0) return mutants;
  const ranked = mutants.map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function rankOf(mutant: Mutant, seed: number): string {
  return createHash('sha256')
    .update(`${seed}:${keyOf(mutant)}`)
    .digest('hex');
}

/** Numbers changes that read alike within their file, in the order in which they stand there. */
export function numbered(mutants: readonly Omit<Mutant, 'nth'>[]): readonly Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const key = keyOf({ ...mutant, nth: 0 });
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { ...mutant, nth };
  });
}
