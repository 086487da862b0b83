import type { Mutant } from './mutant';

/**
 * What became of a mutant: `timeout` when its tests do not end, `uncovered` when no test reaches it, `lost` when the process of the tests
 * ended by itself.
 */
export type Outcome = 'killed' | 'survived' | 'uncovered' | 'timeout' | 'lost';

/** A mutant that was tried. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** Whether the tests noticed it. */
export function isNoticed(outcome: Outcome): boolean {
  return outcome === 'killed' || outcome === 'timeout';
}
