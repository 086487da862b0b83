import { LIMITS, type Clock } from '@stackcheck/contract';
import { clientKey } from '../refusals/client-address';
import { OldestFirst } from '../refusals/oldest-first';
import type { RefusalLimit } from '../refusals/refusals';

/** The right to have one payment verified, held from admission until it is known not to be refused. */
export interface VerificationSlot {
  /** Idempotent. A client that was refused is counted before. */
  release(): void;
}

/** A client whose refusals have used up its slots. */
export interface SlotsUsedUp {
  readonly waitSeconds: number;
}

/** The payment that asks for a slot. */
export interface SlotAsked {
  readonly client: string;
  /** Lower-cased. */
  readonly payer: string;
  /** Whether the payer's own key signed it; costs processor time, so that it is asked only when the answer matters. */
  isSigned(): boolean;
}

/**
 * How many payments of one client the facilitator is asked about at once: as many as may still be refused, so that a burst of
 * bad ones costs no more calls than the same ones in turn. Others wait in line. What a client settled counts as trust, and
 * so does a payer whose purse was just seen: neither waits.
 */
export interface VerificationSlots {
  /** At once where there is one, which is the common case. */
  take(asked: SlotAsked): VerificationSlot | SlotsUsedUp | Promise<VerificationSlot | SlotsUsedUp>;
  /** A payment of this payer was found good: his others need no slot while he signs them. */
  verified(client: string, payer: string): void;
  settled(client: string): void;
  /** A payment was refused: trust in its client ends, and in its payer where it was his own doing. */
  refused(client: string, payer: string | null): void;
  /** Payments that wait in line. */
  readonly waiting: number;
}

/** For every so many settled payments there is one slot more: who wants to abuse it has paid for each, several times. */
const SETTLED_PER_SLOT = 10;
/** With these and the refusals left, as many as a facilitator gets calls at once. */
const SETTLED_MAX = 59 * SETTLED_PER_SLOT;
const TRUST_MS = LIMITS.refusedPaymentsWindowSeconds * 1_000;
const CLIENTS_MAX = 10_000;
const PAYERS_MAX = 10_000;

interface Line {
  held: number;
  readonly waiting: (SlotAsked & { go(outcome: VerificationSlot | SlotsUsedUp): void })[];
}

const NEEDS_NONE: VerificationSlot = { release: () => undefined };

/**
 * @param deps its `slotsMax` are those of one client, its refusals taken off; several processes that share the work share them out
 */
export function createVerificationSlots(deps: {
  readonly refusals: Pick<RefusalLimit, 'clientWaitSeconds' | 'refusalsLeft'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly slotsMax?: number;
}): VerificationSlots {
  const { refusals, clock, slotsMax = LIMITS.refusedPaymentsMax } = deps;
  const lines = new Map<string, Line>();
  const trust = new OldestFirst<{ readonly settled: number; readonly untilMs: number }>();
  const seenPurses = new OldestFirst<number>();

  const settledBy = (key: string): number => {
    const earned = trust.get(key);
    return earned && earned.untilMs > clock.monotonic() ? earned.settled : 0;
  };
  const isFree = (client: string, key: string, held: number): boolean =>
    held < Math.min(slotsMax, refusals.refusalsLeft(client)) + Math.floor(settledBy(key) / SETTLED_PER_SLOT);
  const isSeen = (payer: string): boolean => (seenPurses.get(payer) ?? -Infinity) > clock.monotonic();

  const hold = (line: Line, client: string, key: string): VerificationSlot => {
    line.held++;
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        line.held--;
        advance(line, client, key);
      },
    };
  };

  /** Lets in those that find a slot by now; when the client has to wait, so has everybody in its line. */
  const advance = (line: Line, client: string, key: string): void => {
    const waitSeconds = line.waiting.length > 0 ? refusals.clientWaitSeconds(client) : 0;
    while (line.waiting.length > 0 && (waitSeconds > 0 || isFree(client, key, line.held)))
      line.waiting.shift()!.go(waitSeconds > 0 ? { waitSeconds } : hold(line, client, key));
    // Who still has a line holds a slot of it or waits in it, so that it is the one that is listed.
    if (line.held === 0 && line.waiting.length === 0) lines.delete(key);
  };

  return {
    take(asked) {
      const { client } = asked;
      const key = clientKey(client);
      const line = lines.get(key) ?? { held: 0, waiting: [] };
      if (line.waiting.length === 0 && isFree(client, key, line.held)) {
        lines.set(key, line);
        return hold(line, client, key);
      }
      const waitSeconds = refusals.clientWaitSeconds(client);
      if (waitSeconds > 0) return { waitSeconds };
      if (isSeen(asked.payer) && asked.isSigned()) return NEEDS_NONE;
      lines.set(key, line);
      return new Promise((resolve) => line.waiting.push({ ...asked, isSigned: () => asked.isSigned(), go: resolve }));
    },
    verified(client, payer) {
      if (!seenPurses.get(payer)) forgetBeyond(seenPurses, PAYERS_MAX - 1);
      seenPurses.set(payer, clock.monotonic() + TRUST_MS);
      const line = lines.get(clientKey(client));
      if (!line || line.waiting.length === 0) return;
      const others = line.waiting.splice(0);
      for (const asked of others) {
        if (asked.payer === payer && asked.isSigned()) asked.go(NEEDS_NONE);
        else line.waiting.push(asked);
      }
    },
    settled(client) {
      const key = clientKey(client);
      const settled = Math.min(SETTLED_MAX, settledBy(key) + 1);
      forgetBeyond(trust, CLIENTS_MAX - 1);
      trust.set(key, { settled, untilMs: clock.monotonic() + TRUST_MS });
      const line = lines.get(key);
      if (line && line.waiting.length > 0) advance(line, client, key);
    },
    refused(client, payer) {
      trust.delete(clientKey(client));
      if (payer !== null) seenPurses.delete(payer);
    },
    get waiting() {
      return [...lines.values()].reduce((sum, line) => sum + line.waiting.length, 0);
    },
  };
}

function forgetBeyond(keys: OldestFirst<unknown>, max: number): void {
  if (keys.size <= max) return;
  const oldest = keys.oldest();
  if (oldest !== undefined) keys.delete(oldest);
}
