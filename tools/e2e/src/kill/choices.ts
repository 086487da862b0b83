import type { Fault } from '../facilitator/faults';
import type { Manner, Question } from './buyer';
import type { Choice } from './choice';
import { FAIL_POINTS, SELF_POINTS } from './fail-points';
import type { PayMode } from './kill-harness';
import type { KillPlan } from './killable-server';

/** What is bought. */
export const QUESTIONS: readonly Question[] = [
  { path: '/v1/eol/nodejs', price: '1000' },
  { path: '/v1/eol/python/3.12', price: '1000' },
  { path: '/v1/eol/image?image=node:20-bookworm-slim', price: '5000' },
  { path: '/v1/eol/check', price: '10000', body: '{"items":[{"product":"nodejs","version":"20.11.1"}]}' },
  { path: '/v1/eol/snapshot', price: '50000' },
];

/** What goes wrong with settle calls. Hanging ones are rare: each takes the server's whole patience. */
export const SETTLE_FAULTS: readonly Fault[] = [
  ...(['undone_cut', 'undone_error', 'done_cut', 'done_error', 'done_garbage', 'pending'] as const),
  ...(['undone_cut', 'done_cut', 'undone_refused', 'done_hang'] as const),
];
/** The same of its verify calls. */
export const VERIFY_FAULTS: readonly Fault[] = ['undone_cut', 'undone_error', 'done_cut', 'done_garbage'];

/** Points that every paid call passes; others are rare in one life of the server. */
const OF_EVERY_CALL = /^(find|verify|W1|settle|W2|send|delivered|book|broadcast|mined)\./;

/** A point and its passage, or some moment from outside. @param hasWorkers whether the point may end one of several, or all */
export function anyKillPlan(choice: Choice, mode: PayMode = 'facilitator', hasWorkers = false): KillPlan {
  if (hasWorkers) return { ...anyKillPlan(choice, mode), extent: choice.chance(0.25) ? 'whole' : 'self' };
  if (choice.chance(0.2)) return { point: 'none', passage: 1 };
  const point = choice.of<string>(mode === 'self' ? [...FAIL_POINTS, ...SELF_POINTS, ...SELF_POINTS] : FAIL_POINTS);
  return { point, passage: OF_EVERY_CALL.test(point) ? choice.between(1, 4) : 1 };
}

/**
 * How one buyer behaves.
 * @param impatient whether some hang up who have no identifier to come back with, and so meet the declared limit
 */
export function anyManner(choice: Choice, impatient = false): Manner {
  const version = choice.chance(0.3) ? 1 : 2;
  const identified = version === 2 && choice.chance(0.6);
  return {
    version,
    identified,
    doubled: choice.chance(0.15),
    // Without an identifier, what was sent to a buyer who no longer listens is his loss.
    ...((identified || impatient) && choice.chance(0.2) ? { cutMs: choice.between(5, 150) } : {}),
    leaves: choice.chance(0.08),
    asksAgain: choice.chance(0.3),
  };
}
