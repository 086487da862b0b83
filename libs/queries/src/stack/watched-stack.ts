import { ServiceError } from '@stackcheck/contract';
import { parseCves } from '@stackcheck/kev-core';
import type { Stack } from '@stackcheck/stack-core';
import { policyFrom } from '@stackcheck/stack-core/policy';
import { openToken, type KeyRing, type TokenSealing } from '@stackcheck/stack-core/token';
import { editStack, type Positions, type WatchState } from '@stackcheck/stack-core/watch';
import type { QueryDeps } from '../query/query';
import { listsOf, stackOf, type StackEntries, type StackInput } from './stack-input';

/** The stack of a first check, or the token of the last answer with what is to be watched from now on. */
export interface WatchInput extends StackInput {
  readonly token?: string | null | undefined;
  readonly add?: StackEntries | null | undefined;
  readonly remove?: StackEntries | null | undefined;
  /** Whether the whole check is answered, too. */
  readonly full?: boolean | null | undefined;
}

/** A watched stack after the edit that comes with its token; its policy names no day that has passed. */
export interface WatchedStack {
  readonly state: WatchState;
  readonly stack: Stack;
  readonly positions: Positions;
}

/** @throws ServiceError `bad_request` or `too_many_items` */
export function stackToStart(input: WatchInput, deps: Pick<QueryDeps, 'today'>): Stack {
  for (const field of ['add', 'remove'] as const) {
    if (input[field] !== undefined) throw badRequest(`${field} goes with a token only`);
  }
  return stackOf(input, deps);
}

/** What a token is opened with, and when. */
interface OpeningDeps extends Pick<QueryDeps, 'today'> {
  readonly ring: KeyRing;
  readonly sealing: TokenSealing;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** @throws ServiceError `token_invalid`, `token_expired`, `bad_request` or `too_many_items` */
export function watchedStack(
  token: string,
  input: WatchInput,
  { ring, nowMs, sealing, today }: OpeningDeps,
): WatchedStack {
  for (const field of ['items', 'images', 'cves', 'packages', 'policy'] as const) {
    if (input[field] !== undefined)
      throw badRequest(`${field} does not go with a token: use add and remove, or start again`);
  }
  const opened = openToken(token, ring, nowMs, sealing);
  if (opened.kind !== 'state') throw new ServiceError(opened.kind);
  const { state } = opened;
  const edited = editStack(state.stack, { add: listsOf(input.add ?? {}), remove: listsOf(input.remove ?? {}) });
  if (edited.kind !== 'edited') throw new ServiceError(edited.kind, { message: edited.message });
  const { positions } = edited;
  // Once the day of a watch has passed it goes on as one of today, which its answer says.
  const stack = { ...edited.stack, policy: policyFrom(edited.stack.policy, today) };
  // Ids that another version of this service took, and this one no longer reads.
  if ('fault' in parseCves(stack.cves)) throw new ServiceError('token_expired');
  return { state, stack, positions };
}

/** Whether a stack has entries that were not watched before. */
export function hasNew(positions: Positions): boolean {
  return Object.values(positions).some((list) => list.includes(undefined));
}

function badRequest(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}
