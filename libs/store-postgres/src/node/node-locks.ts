import type { PaymentKey, PaymentRecord, Settlement } from '@stackcheck/payment-x402/ledger';
import { LocalLocks } from '@stackcheck/payment-x402';
import type { BeginOutcome, InFlightLocks, LateSettlement, LockName } from '@stackcheck/payment-x402/in-flight';
import type { Lane, Statement } from '../connection/lane';
import type { NodeTimes } from './node-times';
import type { Pulse } from './pulse';

/** A node without a row counts as gone. */
const TAKE_UP: Statement = {
  name: 'take_up',
  text: `UPDATE payment p SET worker = $1, fence = fence + 1
WHERE id = $2 AND state IN ('settling', 'unknown')
  AND (worker IS NULL OR worker = $1 OR NOT EXISTS (SELECT 1 FROM node WHERE boot_id = p.worker AND NOT gone))
RETURNING fence`,
};
/** With the fence, because it may arrive so late that this process has taken the payment up again. */
const LET_GO: Statement = {
  name: 'let_go',
  text: `UPDATE payment SET worker = NULL WHERE id = $2 AND worker = $1 AND fence = $3 AND state = 'unknown'`,
};

interface TakenUp {
  readonly id: number;
  /** Grows with each time that the payment is taken up. */
  readonly fence: number;
}

const DEADLINE_MS = 3_000;

/**
 * Who works on which payment: within this process from the first look on, among all nodes from the row on that says who does.
 */
export class NodeLocks implements InFlightLocks {
  readonly isPerProcess = true;
  private readonly local = new LocalLocks();
  /** Payments that were taken up, by key. */
  private readonly takenUp = new Map<string, TakenUp>();

  constructor(
    private readonly bootId: string,
    private readonly lane: Lane,
    private readonly pulse: Pulse,
    private readonly times: NodeTimes,
  ) {}

  get count(): number {
    return this.local.count;
  }

  begin(name: LockName): BeginOutcome {
    const outcome = this.local.begin(name);
    if (outcome.kind !== 'begun') return outcome;
    const key = textOf(name.key);
    let isReleased = false;
    const release = (): void => {
      // By now another request may have taken up the same payment.
      if (isReleased) return;
      isReleased = true;
      outcome.lock.release();
      const taken = this.takenUp.get(key);
      if (!taken) return;
      this.takenUp.delete(key);
      // One that is still in doubt is any node's again. If this fails, it is when this process has ended.
      void this.lane.run(LET_GO, [this.bootId, taken.id, taken.fence], DEADLINE_MS).catch(() => undefined);
    };
    return { kind: 'begun', lock: { release } };
  }

  async takeUp({ id, key }: Pick<PaymentRecord, 'id' | 'key'>): Promise<boolean> {
    this.pulse.requireLease(this.times.claimLeftMs);
    const [taken] = await this.lane.run<Pick<TakenUp, 'fence'>>(TAKE_UP, [this.bootId, id], DEADLINE_MS);
    if (!taken) return false;
    this.takenUp.set(textOf(key), { id, fence: taken.fence });
    this.pulse.requireLease(this.times.settleLeftMs);
    return true;
  }

  keepLate(paymentId: number, settlement: Settlement): void {
    this.local.keepLate(paymentId, settlement);
  }

  late(paymentId: number): Settlement | undefined {
    return this.local.late(paymentId);
  }

  dropLate(paymentId: number): void {
    this.local.dropLate(paymentId);
  }

  allLate(): readonly LateSettlement[] {
    return this.local.allLate();
  }
}

function textOf({ network, asset, payer, nonce }: PaymentKey): string {
  return [network, asset, payer, nonce].join(' ');
}
