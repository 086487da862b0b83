import type { Clock } from '@stackcheck/contract';
import type { ChainClock } from './chain-clock';
import type { Pause } from './pause';

/** Skews beyond these warn the operator, and pause: the window of a payment is checked by our clock and by the chain's. */
export const SKEW_WARN_SECONDS = 2;
export const SKEW_PAUSE_SECONDS = 5;

/** A new block comes every two seconds on Base, so the newest one is up to that old on a right clock. */
const BLOCK_SECONDS = 2;

/** After so long two looks show whether the head moves. */
export const MOVED_AFTER_MS = 6_000;

/** A head that moves is within this of where the time since the last look puts it: a block, and a slow answer. */
const STEADY_SECONDS = 3;

/** A head that was seen so long ago still says how far ahead our clock can be; machines' clocks drift by less than a second in an hour. */
const REMEMBERED_MS = 3_600_000;

/**
 * What one look found of our clock.
 *
 * - `known`: how far it is ahead of the chain's, negative when behind
 * - `unknown`: no node answered, or the head does not move, which says nothing of our clock
 * - `undecided`: the head is old, and only another look after `MOVED_AFTER_MS` can tell whether it moves
 */
export type ClockLook =
  | { readonly kind: 'known'; readonly skewSeconds: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'undecided' };

/** A head, and when it was seen by both of our clocks. */
interface SeenHead {
  readonly headSeconds: number;
  readonly askedMs: number;
  readonly monotonicMs: number;
}

/**
 * Compares the system's clock with the chain's, look by look.
 *
 * - A block cannot come from the future: a head later than now proves that our clock is behind.
 * - For the same reason our clock is never further ahead than the freshest head was old when it was seen.
 * - A head that is old at every look, always by the same time, moves on while our clock is ahead.
 * - Any other head that is old stands still or lags. Nothing follows for our clock, so payments go on and the operator is warned.
 */
export class ClockWatch {
  /** The looks of the last hour whose head was not well in the future, which may be a node's fault, latest last. */
  private seen: readonly SeenHead[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly chain: ChainClock,
    private readonly pause: Pause,
  ) {}

  /** One look. Nothing known changes nothing: an RPC that is down must not stop payments. */
  async look(): Promise<ClockLook> {
    const askedMs = this.clock.now();
    const monotonicMs = this.clock.monotonic();
    const headSeconds = await this.chain.headSeconds();
    if (headSeconds === null) return { kind: 'unknown' };
    // Each side is judged by the end of the call that is kinder to us.
    const behind = headSeconds - this.clock.now() / 1_000;
    const head = { headSeconds, askedMs, monotonicMs };
    if (behind > 0) this.reportHead(false, 0);
    if (behind > SKEW_WARN_SECONDS) return this.known(-behind);
    const earlier = this.seen.filter((each) => head.monotonicMs - each.monotonicMs <= REMEMBERED_MS);
    this.seen = [...earlier, head];
    return behind > 0 ? this.known(-behind) : this.judge(head, earlier);
  }

  private judge(head: SeenHead, earlier: readonly SeenHead[]): ClockLook {
    const age = ageOf(head, head);
    const aheadAtMost = Math.max(0, Math.min(...this.seen.map((each) => ageOf(each, head))) - BLOCK_SECONDS);
    if (aheadAtMost <= SKEW_PAUSE_SECONDS) {
      this.reportHead(age - BLOCK_SECONDS > SKEW_PAUSE_SECONDS, age);
      return this.known(aheadAtMost);
    }
    const before = earlier.filter(({ monotonicMs }) => head.monotonicMs - monotonicMs >= MOVED_AFTER_MS).at(-1);
    if (before === undefined) return { kind: 'undecided' };
    const isMoving = Math.abs(movedSeconds(before, head) - elapsedSeconds(before, head)) <= STEADY_SECONDS;
    this.reportHead(!isMoving, age);
    return isMoving ? this.known(aheadAtMost) : { kind: 'unknown' };
  }

  private known(skewSeconds: number): ClockLook {
    reportSkew(this.pause, skewSeconds, 'the chain');
    return { kind: 'known', skewSeconds };
  }

  private reportHead(isOld: boolean, ageSeconds: number): void {
    const detail = isOld
      ? `the newest block of RPC_URL is ${ageSeconds.toFixed(0)} s old: the node or the chain stands still or lags; payments go on`
      : 'the newest block of RPC_URL moves on';
    this.pause.report('chain_head', isOld ? 'warn' : 'clear', detail);
  }
}

/** Reports how far our clock is ahead of another one, negative when behind. */
export function reportSkew(pause: Pause, skewSeconds: number, other: string): void {
  const size = Math.abs(skewSeconds);
  const level = size > SKEW_PAUSE_SECONDS ? 'pause' : size > SKEW_WARN_SECONDS ? 'warn' : 'clear';
  const side = skewSeconds > 0 ? 'ahead of' : 'behind';
  pause.report('clock', level, `the clock is ${size.toFixed(1)} s ${side} ${other}`);
}

/** How old a head was when it was seen, by our clock as it is at another look: it may have been set in between. */
function ageOf(seen: SeenHead, at: SeenHead): number {
  const setBackOrAheadMs = at.askedMs - at.monotonicMs - (seen.askedMs - seen.monotonicMs);
  return (seen.askedMs + setBackOrAheadMs) / 1_000 - seen.headSeconds;
}

const movedSeconds = (from: SeenHead, to: SeenHead): number => to.headSeconds - from.headSeconds;

const elapsedSeconds = (from: SeenHead, to: SeenHead): number => (to.monotonicMs - from.monotonicMs) / 1_000;
