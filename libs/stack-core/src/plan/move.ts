import type { FoundReason } from '../check/reason';
import type { ImageResult, ItemResult, PackageResult } from '../check/parts';
import type { StackRef } from '../stack';
import { burdenOf, compareBurdens, isNoWorse } from './burden';
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
  readonly size: StepSize;
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

/**
 * The smallest of the candidates, which come smallest first, that no other one is lighter than; undefined where none is lighter
 * than the component as it is, or each makes something worse.
 */
export function lightest(
  before: readonly FoundReason[],
  candidates: Iterable<Candidate>,
  budget: JudgingBudget,
): Candidate | undefined {
  let least = burdenOf(before);
  let chosen: Candidate | undefined;
  const inOrder = candidates[Symbol.iterator]();
  while (least.length > 0 && budget.take()) {
    const { value: candidate, done } = inOrder.next();
    if (done === true) break;
    const burden = burdenOf(candidate.after);
    if (compareBurdens(burden, least) >= 0 || !isNoWorse(before, candidate.after)) continue;
    least = burden;
    chosen = candidate;
  }
  return chosen;
}
