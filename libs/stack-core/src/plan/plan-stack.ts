import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EolSource } from '../check/check-items';
import { reasonsOf, reasonsOfItem, type FoundByRef } from '../check/judge';
import type { ImageResult, ItemResult, PackageResult, StackParts } from '../check/parts';
import { keyOf, type FoundReason, type Reason } from '../check/reason';
import { verdictOf } from '../check/verdict';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { componentsOf, type Sent } from './components';
import { imageCandidates, imageStepSize } from './image-moves';
import { itemCandidates, type MoveContext } from './item-moves';
import { adviceOn } from './left-advice';
import { JudgingBudget, lightest, type Candidate, type Move } from './move';
import { PLAN_STEPS_MAX, type Plan, type PlanStep, type StepSize } from './plan';
import { isRelease } from './release-moves';
import { clearedBy, mostUrgentFirst } from './step-order';
import { sizeBetween } from './version-step';
import { withResults } from './with-results';
import { whyOf } from './why';

/** A checked stack, and what other versions of its components can be checked with. */
export interface Checked {
  readonly parts: StackParts;
  readonly found: FoundByRef;
  /** The reasons of the check. */
  readonly reasons: readonly Reason[];
  readonly policy: Policy;
  readonly today: CalendarDate;
  readonly eol: EolSource | undefined;
  /** The answers about packages in the version that each should be moved to, by position. */
  readonly moved: ReadonlyMap<number, PackageResult>;
  /** The answers about items with vulnerabilities in the release that each should be moved to, by position. */
  readonly released: ReadonlyMap<number, ItemResult>;
  readonly reasonsOf: (result: PackageResult) => readonly FoundReason[];
  /** Whether all that they could be moved to was looked at. */
  readonly isComplete: () => boolean;
}

/** How many other versions of items and images one request may ask about: about twenty for each that it may send. */
const JUDGED_MAX = 1_000;

/**
 * What to do about a stack: one move for each component that a newer version does better, the most urgent first. A move goes to
 * the smallest version than which none leaves less, and makes nothing worse (`isNoWorse`). Each is judged by the code that
 * checks what is sent, and so is the stack with all of them applied.
 */
export function* planStack(checked: Checked): Generator<void, Plan> {
  const { parts, found, policy } = checked;
  const budget = new JudgingBudget(JUDGED_MAX);
  const moves: Move[] = [];
  for (const component of componentsOf(parts, found)) {
    const chosen = lightest(component.before, candidatesOf(component, checked), budget);
    if (chosen !== undefined) {
      const move = { ...component, ...chosen };
      moves.push({ ...move, size: sizeOf(component, move), cleared: clearedBy(move) });
    }
    yield;
  }
  moves.sort(mostUrgentFirst);
  const taken = moves.slice(0, PLAN_STEPS_MAX);
  const further = moves.slice(PLAN_STEPS_MAX);
  const after = withResults(parts, taken);
  const reasons = taken.length === 0 ? checked.reasons : reasonsOf(foundAfter(found, taken), after, policy);
  const clearedLater = new Map(further.flatMap((move) => move.cleared.map((reason) => [keyAt(reason), move])));
  return {
    steps: taken.map(toStep),
    verdict_after: verdictOf(reasons),
    left: reasons.map((reason) => ({
      ...reason,
      advice: adviceOn(reason, after, clearedLater.get(keyAtPlace(reason))),
    })),
    further_steps: further.length,
    complete: budget.isEnough && checked.isComplete(),
  };
}

function sizeOf({ from, sent }: Sent, { to, first }: Candidate): StepSize {
  return sent.kind === 'image'
    ? imageStepSize(sent.results[0] as (typeof sent.results)[number], first as ImageResult)
    : sizeBetween(from, to);
}

function* candidatesOf({ sent }: Sent, checked: Checked): Generator<Candidate> {
  const { eol, policy, today, moved, reasonsOf: said } = checked;
  switch (sent.kind) {
    case 'cycle':
      if (eol !== undefined) yield* cycleCandidates(sent.results, checked, { eol, policy, today });
      return;
    case 'image':
      if (eol !== undefined) yield* imageCandidates(sent.results, { eol, policy, today });
      return;
    case 'package': {
      const results = sent.results.flatMap(({ index }) => moved.get(index) ?? []);
      const [first] = results;
      if (first?.checked !== true || results.length < sent.results.length) return;
      yield { to: first.version, first, results: () => results, after: said(first) };
    }
  }
}

/** Where items of one cycle could go: those that name a release to another one, since a cycle says nothing of vulnerabilities. */
function* cycleCandidates(
  results: Extract<Sent['sent'], { readonly kind: 'cycle' }>['results'],
  { released, parts }: Checked,
  context: MoveContext,
): Generator<Candidate> {
  if (!isRelease(results[0]!)) return yield* itemCandidates(results, context);
  const moved = results.flatMap(({ index }) => released.get(index) ?? []).filter((result) => result.found);
  const [first] = moved;
  if (first === undefined || moved.length < results.length) return;
  yield { to: first.version, first, results: () => moved, after: reasonsOfItem(first, context.policy, parts) };
}

function foundAfter(found: FoundByRef, moves: readonly Move[]): FoundByRef {
  const after = new Map(found);
  for (const { refs, after: reasons } of moves) {
    for (const ref of refs) {
      after.set(
        ref,
        reasons.map((reason) => ({ ...reason, ref })),
      );
    }
  }
  return after;
}

function toStep(move: Move): PlanStep {
  const { refs, name, from, to, kind, size, after } = move;
  return {
    ref: refs[0],
    refs,
    component: name,
    from,
    to,
    kind,
    size,
    clears: distinct(move.cleared),
    remains: distinct(after),
    why: whyOf(move),
  };
}

function distinct(reasons: readonly FoundReason[]): readonly string[] {
  return [...new Set(reasons.map(keyOf))];
}

const keyAt = (reason: FoundReason): string => `${reason.ref} ${keyOf(reason)}`;
const keyAtPlace = ({ ref, key }: { readonly ref: StackRef; readonly key: string }): string => `${ref} ${key}`;
