import type {
  ClaimOutcome,
  Doubt,
  PaymentIntent,
  PaymentKey,
  PaymentRecord,
  PaymentState,
  Settlement,
} from '@stackcheck/payment-x402';
import type { OpenPaymentLedger } from '../payment-ledger';
import type { AnyLedger } from './ledger-messages';
import type { LedgerBeside } from './ledger-thread';

/** So many writes that wait for one commit mean that the event loop has more to do than to wait for a disk. */
const BUSY_FROM = 3;

/** How long nothing of that kind must have been seen before it comes back: each way empties the cache of the one that is left. */
const QUIET_MS = 100;

/**
 * A ledger that is written on the event loop while there is little to do, where a payment alone is quickest, and in a thread as soon
 * as several wait for a commit. Both are ordinary ledgers with connections of their own to one file, of which one is used at a time:
 * it goes over to the thread once what waits here is on disk, and comes back after a while without much to do, once the thread has
 * answered everything. So neither
 * waits for the other's lock, each sees all that the other wrote, and both may forget what they know of deliveries under way.
 */
export class HandoverLedger implements OpenPaymentLedger {
  readonly bootId: string;
  private isBeside = false;
  /** Writes that wait for a commit here; deliveries, which wait for company, do not count. */
  private waitingHere = 0;
  private busyAtMs = 0;

  constructor(
    private readonly here: OpenPaymentLedger,
    private readonly beside: LedgerBeside,
    private readonly limits = { busyFrom: BUSY_FROM, quietMs: QUIET_MS },
  ) {
    this.bootId = here.bootId;
  }

  find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.ask((side) => side.find(key));
  }

  findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.ask((side) => side.findByIdentifier(identifier));
  }

  claim(intent: PaymentIntent, nowMs: number): Promise<ClaimOutcome> {
    return this.write((side) => side.claim(intent, nowMs));
  }

  claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    return this.write((side) => side.claimSettled(intent, settlement, nowMs));
  }

  claimHeld(intent: PaymentIntent, doubt: Doubt, reason: string, nowMs: number): Promise<ClaimOutcome> {
    return this.write((side) => side.claimHeld(intent, doubt, reason, nowMs));
  }

  settled(id: number, settlement: Settlement, nowMs: number): Promise<void> {
    return this.write((side) => side.settled(id, settlement, nowMs));
  }

  refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void> {
    return this.write((side) => side.refused(id, refusal, nowMs));
  }

  unknown(id: number, doubt: Doubt, reason: string, nowMs: number): Promise<void> {
    return this.write((side) => side.unknown(id, doubt, reason, nowMs));
  }

  released(id: number, reason: string, nowMs: number): Promise<void> {
    return this.write((side) => side.released(id, reason, nowMs));
  }

  delivered(id: number, nowMs: number): Promise<void> {
    return this.ask((side) => side.delivered(id, nowMs));
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

  flush(): void {
    this.here.flush();
  }

  close(): void {
    this.beside.close();
    this.here.close();
  }

  private async write<T>(act: (side: AnyLedger) => Promise<T>): Promise<T> {
    const side = this.side();
    if (side !== this.here) return act(side);
    this.waitingHere++;
    try {
      return await act(side);
    } finally {
      this.waitingHere--;
    }
  }

  private async ask<T>(act: (side: AnyLedger) => Promise<T>): Promise<T> {
    return act(this.side());
  }

  /** Which of both is to be used now. Whoever asks uses it in the same turn, so that there is nothing between. */
  private side(): AnyLedger {
    const { here, beside } = this;
    if (beside.fault !== undefined) throw beside.fault;
    if (this.isBeside) {
      const nowMs = performance.now();
      if (beside.underWay >= this.limits.busyFrom) this.busyAtMs = nowMs;
      else if (beside.underWay === 0 && nowMs - this.busyAtMs >= this.limits.quietMs) this.isBeside = false;
    }
    if (!this.isBeside && this.waitingHere >= this.limits.busyFrom && beside.isReady()) {
      here.flush();
      this.isBeside = true;
      this.busyAtMs = performance.now();
    }
    return this.isBeside ? beside.ledger : here;
  }
}
