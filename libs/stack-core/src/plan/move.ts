import type { FoundReason } from '../check/reason';
import type { ImageResult, ItemResult, PackageResult } from '../check/parts';
import type { StackRef } from '../stack';
import { burdenOf, compareBurdens, isNoWorse, type Burden } from './burden';
import type { StepKind, StepSize } from './plan';

/** The answer about a component in another version. */
export type MovedResult = ItemResult | ImageResult | PackageResult;

/** The answers about a component in another version, in its places, and what is to be said against it there. */
export interface Candidate {
  readonly to: string;
  /** The answer in the first of the places; that about an image lacks the references to move on to. */
  readonly first: MovedResult;
  /** The whole answers in all of them, found when asked for: of a hundred moves ten are shown. */
  readonly results: () => readonly MovedResult[];
  /** What is to be said of the first of the places. */
  readonly after: readonly FoundReason[];
}

/** A component with what stands against it. */
export interface Component {
  /** The places where it was sent, in order. */
  readonly refs: readonly [StackRef, ...StackRef[]];
  readonly name: string;
  readonly from: string;
  readonly kind: StepKind;
  /** What is to be said of the first of the places. */
  readonly before: readonly FoundReason[];
}

/** A component and where to move it to. */
export interface Move extends Component, Candidate {
  /** The reasons that it clears, the most urgent first; never none. */
  readonly cleared: readonly FoundReason[];
  /** The answer about it as it was sent, in the first of the places. */
  readonly was: MovedResult;
  /** Asked of those that are shown. */
  readonly size: () => StepSize;
}

/** How often one request may ask what would stand against a component elsewhere. */
export class JudgingBudget {
  private left: number;

  constructor(max: number) {
    this.left = max;
  }

  /** False where the budget was not enough for everything that was to be looked at. */
  isEnough = true;

  /** Takes one judging where one is left. */
  take(): boolean {
    if (this.left === 0) this.isEnough = false;
    else this.left--;
    return this.isEnough;
  }
}

/** A move before it is worked out what it would bring. */
export interface PossibleMove {
  /** What stands against the component there at least. */
  readonly least: Burden;
  /** The component there; undefined where it cannot be. */
  readonly candidate: () => Candidate | undefined;
}

/**
 * The smallest of the moves, which come smallest first, that no other one is lighter than; undefined where none is lighter
 * than the component as it is, or each makes something worse. Those against which the least stands anyhow are worked out first: most of
 * the others need not be.
 */
export function lightest(
  before: readonly FoundReason[],
  moves: readonly PossibleMove[],
  budget: JudgingBudget,
): Candidate | undefined {
  let bound = burdenOf(before);
  let chosen: { readonly candidate: Candidate; readonly place: number } | undefined;
  const inOrder = moves.map(({ least, candidate }, place) => ({ least, candidate, place }));
  // Sorting is stable: of moves that are as light the smallest step comes first.
  if (moves.some(({ least }) => least.length > 0)) inOrder.sort((a, b) => compareBurdens(a.least, b.least));
  for (const { least, candidate: make, place } of inOrder) {
    const atLeast = compareBurdens(least, bound);
    if (atLeast > 0 || (atLeast === 0 && chosen === undefined)) break;
    // What can be no lighter than a smaller step is none.
    if (atLeast === 0 && chosen !== undefined && place > chosen.place) continue;
    if (!budget.take()) break;
    const candidate = make();
    if (candidate === undefined) continue;
    const burden = burdenOf(candidate.after);
    const sign = compareBurdens(burden, bound);
    const isChosen = sign < 0 || (sign === 0 && chosen !== undefined && place < chosen.place);
    if (!isChosen || !isNoWorse(before, candidate.after)) continue;
    bound = burden;
    chosen = { candidate, place };
  }
  return chosen?.candidate;
}
