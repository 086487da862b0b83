import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EolSource } from '../check/check-items';
import { reasonsOf, reasonsOfItem, type FoundByRef } from '../check/judge';
import type { ImageResult, ItemResult, PackageResult, StackParts } from '../check/parts';
import { keyOf, type FoundReason, type Reason } from '../check/reason';
import { verdictOf } from '../check/verdict';
import type { Policy } from '../policy';
import { componentsOf, type Sent } from './components';
import { cycleBurdenUnder, type CycleBurden } from './cycle-burden';
import { imageMoves, imageStepSize } from './image-moves';
import { itemMoves, type MoveContext } from './item-moves';
import { adviceOn } from './left-advice';
import { JudgingBudget, lightest, type Candidate, type Move, type PossibleMove } from './move';
import { PLAN_STEPS_MAX, type LeftReason, type Plan, type PlanStep, type StepSize } from './plan';
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
  const burdenOfCycles = cycleBurdenUnder(policy, checked.today);
  const moves: Move[] = [];
  for (const component of componentsOf(parts, found)) {
    const chosen = endOfMoves(component, checked, burdenOfCycles, budget);
    if (chosen !== undefined) {
      const cleared = clearedBy(component.before, chosen.after);
      // What only becomes milder is no step: there would be nothing to say for it.
      if (cleared.length > 0) {
        const [was] = component.sent.results as readonly [Move['was']];
        moves.push({ was, size: () => sizeOf(component, chosen), cleared, ...component, ...chosen });
      }
    }
    yield;
  }
  moves.sort(mostUrgentFirst);
  const taken = moves.slice(0, PLAN_STEPS_MAX);
  const further = moves.slice(PLAN_STEPS_MAX);
  const after = withResults(parts, taken);
  const reasons = taken.length === 0 ? checked.reasons : reasonsOf(foundAfter(found, taken), after, policy);
  const later = new Map(further.map((move) => [move.refs[0], move]));
  return {
    steps: taken.map(toStep),
    verdict_after: verdictOf(reasons),
    left: reasons.map((reason) => toLeft(reason, adviceOn(reason, after, clearing(reason, later.get(reason.ref))))),
    further_steps: further.length,
    complete: budget.isEnough && checked.isComplete(),
  };
}

/**
 * Where a component should go. Cycles that are newer than one need not be newer than another: the edition of a version is offered only where
 * its own kind is. So where what is reached still ends, the moves from there are looked at as well, until there are no more.
 */
function endOfMoves(
  { before, sent }: Sent,
  checked: Checked,
  burdenOfCycles: CycleBurden,
  budget: JudgingBudget,
): Candidate | undefined {
  let chosen = lightest(before, movesOf({ sent }, checked, burdenOfCycles), budget);
  while (chosen?.after.some(({ code }) => code === 'eol' || code === 'eol_soon') && sent.kind !== 'package') {
    const there = { ...sent, results: chosen.results() } as Exclude<Sent['sent'], { readonly kind: 'package' }>;
    const next = lightest(chosen.after, movesOf({ sent: there }, checked, burdenOfCycles), budget);
    if (next === undefined) break;
    chosen = next;
  }
  return chosen;
}

function sizeOf({ from, sent }: Sent, { to, first }: Candidate): StepSize {
  return sent.kind === 'image'
    ? imageStepSize(sent.results[0] as (typeof sent.results)[number], first as ImageResult)
    : sizeBetween(from, to);
}

function movesOf({ sent }: Pick<Sent, 'sent'>, checked: Checked, burdenOfCycles: CycleBurden): readonly PossibleMove[] {
  const { eol, policy, today, moved, reasonsOf: said } = checked;
  switch (sent.kind) {
    case 'cycle':
      return eol === undefined ? [] : cycleMoves(sent.results, checked, { eol, policy, today, burdenOfCycles });
    case 'image':
      return eol === undefined ? [] : imageMoves(sent.results, { eol, policy, today, burdenOfCycles });
    case 'package': {
      const results = sent.results.flatMap(({ index }) => moved.get(index) ?? []);
      const [first] = results;
      if (first?.checked !== true || results.length < sent.results.length) return [];
      return onlyMove({ to: first.version, first, results: () => results, after: said(first) });
    }
  }
}

/** Where items of one cycle could go: those that name a release to another one, since a cycle says nothing of vulnerabilities. */
function cycleMoves(
  results: Extract<Sent['sent'], { readonly kind: 'cycle' }>['results'],
  { released, parts }: Checked,
  context: MoveContext,
): readonly PossibleMove[] {
  if (!isRelease(results[0]!)) return itemMoves(results, context);
  const moved = results.flatMap(({ index }) => released.get(index) ?? []).filter((result) => result.found);
  const [first] = moved;
  if (first === undefined || moved.length < results.length) return [];
  const after = reasonsOfItem(first, context.policy, parts);
  return onlyMove({ to: first.version, first, results: () => moved, after });
}

/** What was chosen already. */
function onlyMove(candidate: Candidate): readonly PossibleMove[] {
  return [{ least: [], candidate: () => candidate }];
}

function foundAfter(found: FoundByRef, moves: readonly Move[]): FoundByRef {
  const after = new Map(found);
  for (const { refs, after: reasons } of moves) {
    for (const ref of refs) {
      after.set(ref, ref === refs[0] ? reasons : reasons.map((reason) => ({ ...reason, ref })));
    }
  }
  return after;
}

/** The move, if it clears a reason. */
function clearing({ code, key }: Reason, move: Move | undefined): Move | undefined {
  return move?.cleared.some((reason) => reason.code === code && keyOf(reason) === key) === true ? move : undefined;
}

/** Written out: there may be hundreds, and a spread takes several times as long. */
function toLeft({ level, code, key, ref, refs, id, text }: Reason, advice: string): LeftReason {
  return { level, code, key, ref, refs, id, text, advice };
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
    size: size(),
    clears: distinct(move.cleared),
    remains: distinct(after),
    why: whyOf(move),
  };
}

function distinct(reasons: readonly FoundReason[]): readonly string[] {
  return [...new Set(reasons.map(keyOf))];
}
