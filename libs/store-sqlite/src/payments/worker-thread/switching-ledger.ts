import type {
  ClaimOutcome,
  FreeOutcome,
  FreePayment,
  Ambiguity,
  PaymentIntent,
  PaymentKey,
  PaymentRecord,
  PaymentState,
  Settlement,
  WithdrawOutcome,
} from '@stackcheck/payment-x402/ledger';
import type { OpenPaymentLedger } from '../payment-ledger';
import type { AnyLedger } from './ledger-messages';
import type { ThreadedLedger } from './ledger-thread';

/** So many writes that wait for one commit mean that the event loop has more to do than to wait for a disk. */
const BUSY_FROM = 3;

/** How long nothing of that kind must have been seen before it comes back: each way empties the cache of the one that is left. */
const QUIET_MS = 100;

/** When it switches to the thread and back. */
export interface SwitchLimits {
  readonly busyFrom: number;
  readonly quietMs: number;
  /** Milliseconds that never go back. */
  readonly nowMs: () => number;
}

const USUAL: SwitchLimits = { busyFrom: BUSY_FROM, quietMs: QUIET_MS, nowMs: () => performance.now() };

/**
 * A ledger that is written on the event loop while there is little to do, where a payment alone is quickest, and in a thread as soon
 * as several wait for a commit. Both are ordinary ledgers with connections of their own to one file, of which one is used at a time:
 * to switch, it drains: it holds what is asked for until all that was asked for here is on disk, what was still being compressed included; it
 * comes back after a while without much to do, once the thread has answered everything. So neither waits for the other's lock, each
 * sees all that the other wrote, and both may forget what they know of deliveries under way.
 */
export class SwitchingLedger implements OpenPaymentLedger {
  readonly bootId: string;
  private at: 'here' | 'draining' | 'thread' = 'here';
  /** Writes that wait for a commit here; deliveries, which wait for company, are counted apart. */
  private writesHere = 0;
  private deliveriesHere = 0;
  /** What is asked for while it drains, in its order. */
  private held: (() => void)[] = [];
  private busyAtMs = 0;
  private readonly limits: SwitchLimits;

  constructor(
    private readonly here: OpenPaymentLedger,
    private readonly thread: ThreadedLedger,
    limits: Partial<SwitchLimits> = {},
  ) {
    this.bootId = here.bootId;
    this.limits = { ...USUAL, ...limits };
  }

  find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.ask((side) => side.find(key));
  }

  findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.ask((side) => side.findByIdentifier(identifier));
  }

  claim(intent: PaymentIntent, nowMs: number): Promise<ClaimOutcome> {
    return this.counted('writesHere', (side) => side.claim(intent, nowMs));
  }

  claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    return this.counted('writesHere', (side) => side.claimSettled(intent, settlement, nowMs));
  }

  claimAsUnknown(intent: PaymentIntent, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<ClaimOutcome> {
    return this.counted('writesHere', (side) => side.claimAsUnknown(intent, ambiguity, reason, nowMs));
  }

  withdraw(key: PaymentKey, refusal: { code: string; reason: string }, nowMs: number): Promise<WithdrawOutcome> {
    return this.counted('writesHere', (side) => side.withdraw(key, refusal, nowMs));
  }

  callFree(payment: FreePayment, nowMs: number): Promise<FreeOutcome> {
    return this.ask((side) => side.callFree(payment, nowMs));
  }

  settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    return this.counted('writesHere', (side) => side.settled(id, settlement, nowMs));
  }

  refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void> {
    return this.counted('writesHere', (side) => side.refused(id, refusal, nowMs));
  }

  unknown(id: number, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<void> {
    return this.counted('writesHere', (side) => side.unknown(id, ambiguity, reason, nowMs));
  }

  released(id: number, reason: string, nowMs: number): Promise<void> {
    return this.counted('writesHere', (side) => side.released(id, reason, nowMs));
  }

  delivered(id: number, nowMs: number): Promise<void> {
    return this.counted('deliveriesHere', (side) => side.delivered(id, nowMs));
  }

  lost(id: number, reason: string, nowMs: number): Promise<boolean> {
    return this.counted('writesHere', (side) => side.lost(id, reason, nowMs));
  }

  open(limit: number, afterId?: number): Promise<readonly PaymentRecord[]> {
    return this.ask((side) => side.open(limit, afterId));
  }

  watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return this.ask((side) => side.watched(closedBefore, afterId, limit));
  }

  counts(): Promise<Readonly<Record<PaymentState, number>>> {
    return this.ask((side) => side.counts());
  }

  /** What waits in the thread is committed there in a moment, and at the latest by `close`. */
  flush(): void {
    this.here.flush();
  }

  fail(cause: unknown): void {
    this.here.fail(cause);
    this.thread.fail(cause);
  }

  close(): void {
    this.thread.close();
    this.here.close();
  }

  /** Calls that write are counted while they are under way here. */
  private counted<T>(under: 'writesHere' | 'deliveriesHere', act: (side: AnyLedger) => Promise<T>): Promise<T> {
    return this.ask(async (side) => {
      if (side !== this.here) return act(side);
      this[under]++;
      try {
        return await act(side);
      } finally {
        this[under]--;
        this.switchOver();
      }
    });
  }

  private ask<T>(act: (side: AnyLedger) => Promise<T>): Promise<T> {
    this.turn();
    if (this.at !== 'draining') return this.askNow(act);
    return new Promise((resolve) => this.held.push(() => resolve(this.askNow(act))));
  }

  /** Which side is used is asked and done in one go, so that there is nothing between. */
  private async askNow<T>(act: (side: AnyLedger) => Promise<T>): Promise<T> {
    const { here, thread } = this;
    if (thread.fault !== undefined) throw thread.fault;
    return act(this.at === 'thread' ? thread.ledger : here);
  }

  private turn(): void {
    const { thread, limits } = this;
    if (this.at === 'thread') {
      const nowMs = limits.nowMs();
      const isQuiet = nowMs - this.busyAtMs >= limits.quietMs || !thread.isReady();
      if (thread.underWay > 0 && thread.underWay >= limits.busyFrom) this.busyAtMs = nowMs;
      else if (thread.underWay === 0 && isQuiet) this.at = 'here';
    }
    if (this.at === 'here' && this.writesHere >= limits.busyFrom && thread.isReady()) {
      this.at = 'draining';
      this.switchOver();
    }
  }

  /** Once nothing is under way here. */
  private switchOver(): void {
    if (this.at !== 'draining' || this.writesHere > 0) return;
    // A delivery alone would wait for company, which does not come any more.
    if (this.deliveriesHere > 0) return this.here.flush();
    this.at = this.thread.isReady() ? 'thread' : 'here';
    this.busyAtMs = this.limits.nowMs();
    const { held } = this;
    this.held = [];
    for (const go of held) go();
  }
}
