import type { Reason } from '../check/reason';
import type { StackVerdict } from '../check/verdict';
import type { StackRef } from '../stack';

/** More steps are counted and not shown. */
export const PLAN_STEPS_MAX = 10;

/** What a step changes: the version of a package, the release or release cycle of an item, the reference of an image. */
export const STEP_KINDS = ['package', 'cycle', 'image'] as const;

/** One of these. */
export type StepKind = (typeof STEP_KINDS)[number];

/** Which number of the version a step changes: the first, the second, or a later one; `major` where there are no numbers to compare. */
export const STEP_SIZES = ['patch', 'minor', 'major'] as const;

/** One of these. */
export type StepSize = (typeof STEP_SIZES)[number];

/** One move of one component, in wire names. */
export interface PlanStep {
  /** The first place of the component. */
  readonly ref: StackRef;
  /** Every place where `to` is to be put; `ref` is the first. */
  readonly refs: readonly StackRef[];
  /** What is moved, without its version. */
  readonly component: string;
  /** The version of a package, the release or the name of a cycle, or an image reference as sent. */
  readonly from: string;
  /** What to put in its place, of the same form. */
  readonly to: string;
  readonly kind: StepKind;
  readonly size: StepSize;
  /** Keys of the component's reasons that the step clears, worst first. */
  readonly clears: readonly string[];
  /** Keys of those that stand against it after the step, worst first. */
  readonly remains: readonly string[];
  /** A sentence for people. */
  readonly why: string;
}

/** A reason that stands after the steps, with what would do instead of a move. */
export interface LeftReason extends Reason {
  readonly advice: string;
}

/** What to do, the most urgent first, in wire names. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** The verdict on the stack with all steps applied, by the same data on the same day. */
  readonly verdict_after: StackVerdict;
  /** Its reasons, worst first. */
  readonly left: readonly LeftReason[];
  /** How many steps more there are than the ten that are shown. */
  readonly further_steps: number;
  /** Whether everything that could be moved to was looked at; where not, there may be more or smaller steps. */
  readonly complete: boolean;
}
