import type { Settlement } from '@stackcheck/payment-x402/ledger';
import { wipeSignature } from '@stackcheck/payment-x402/wipe-signature';
import type { Lane, Statement } from '../connection/lane';
import type { EventWriter } from '../events/event-writer';
import { moveStatement, SETTLE_LATE } from './move-statement';
import { settlementOfRow } from '@stackcheck/payment-x402/store';
import type { PaymentRow } from './payment-row';
import type { WriteDesk } from './write-desk';

const SETTLED: Statement = {
  name: 'settled',
  text: 'SELECT state, attempt, payload, transaction_hash, evidence, payment_response FROM payment WHERE id = $1',
};

type Found = Pick<PaymentRow, 'state' | 'attempt' | 'payload' | 'transaction_hash' | 'evidence' | 'payment_response'>;

const DEADLINE_MS = 3_000;
const TRIES = 5;
const NOT_UNIQUE = '23505';

/** W2, and what is to be done where a payment is not as this boot left it. */
export class SettleDesk {
  /** Payloads of payments that this boot claimed and no node closed, so that W2 need not read them. */
  private readonly payloads = new Map<number, unknown>();

  constructor(
    private readonly writes: WriteDesk,
    private readonly singles: Lane,
    private readonly events: EventWriter,
  ) {}

  remember(id: number, payload: unknown): void {
    this.payloads.set(id, payload);
  }

  forget(id: number): void {
    this.payloads.delete(id);
  }

  /** @returns the settlement that stands */
  async settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    const own = this.payloads.get(id);
    this.payloads.delete(id);
    if (own !== undefined) {
      const payload = JSON.stringify(wipeSignature(own));
      if (await this.writes.settle({ id, settlement, payload, nowMs })) return settlement;
    }
    return this.settleLate(id, settlement, nowMs);
  }

  private async settleLate(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    for (let tries = 0; tries < TRIES; tries++) {
      const [row] = await this.singles.run<Found>(SETTLED, [id], DEADLINE_MS);
      if (!row) throw new Error(`there is no payment ${id}`);
      const standing = settlementOfRow(row);
      if (standing) return standing;
      if (row.state === 'released') throw new Error(`payment ${id} is released`);
      if (await this.settleAs(id, row, settlement, nowMs)) return settlement;
    }
    throw new Error(`payment ${id} changes too often`);
  }

  private async settleAs(id: number, row: Found, settlement: Settlement, nowMs: number): Promise<boolean> {
    const { transaction, evidence, paymentResponse } = settlement;
    const payload = JSON.stringify(wipeSignature(JSON.parse(row.payload)));
    const values = [payload, row.attempt, transaction, evidence, paymentResponse, row.state];
    const step = { id, state: 'settled', detail: evidence, nowMs, values };
    try {
      const [found] = await this.events.write(this.singles, DEADLINE_MS, () =>
        moveStatement(this.events, SETTLE_LATE, step),
      );
      return found!.moved;
    } catch (error) {
      // Its identifier went to another payment in this moment.
      if ((error as { readonly code?: unknown }).code === NOT_UNIQUE) return false;
      throw error;
    }
  }
}
