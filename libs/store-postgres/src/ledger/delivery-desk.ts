import type { PaymentRecord } from '@stackcheck/payment-x402/ledger';
import { ArrayParameter } from '../connection/array-parameter';
import type { Lane, Statement } from '../connection/lane';
import type { EventStatement, EventWriter } from '../events/event-writer';
import { ofId } from './of-id';

/** `$2` = ids, ascending, `$3` and `$4` = their values. Only what was not delivered is looked at again. */
const DELIVER: Statement = {
  name: 'deliver',
  text: `WITH delivered AS (
  INSERT INTO payment_event SELECT $1, ${ofId('$3::bigint[]', 'p.id')}, p.id, ${ofId('$4::bigint[]', 'p.id')}, 'delivered', '' FROM payment p
  WHERE p.id = ANY ($2::bigint[]) AND p.state = 'settled' AND p.delivered_at IS NULL
  ON CONFLICT (payment_id) WHERE state = 'delivered' DO NOTHING RETURNING payment_id AS id
)
SELECT id, 'settled' AS state, true AS moved FROM delivered
UNION ALL SELECT id, state, false FROM payment WHERE id = ANY (ARRAY(SELECT unnest($2::bigint[]) EXCEPT SELECT id FROM delivered))`,
};

interface Delivered {
  readonly id: number;
  readonly state: string;
  readonly moved: boolean;
}

interface Waiting {
  readonly id: number;
  readonly nowMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

const DEADLINE_MS = 3_000;
const BATCH_MAX = 200;
/** Of one that is not remembered, the answer is given once more. */
const WRITTEN_MAX = 10_000;

/** Deliveries wait a moment for others, since no answer waits for them; this boot knows of them at once. */
export class DeliveryDesk {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Map<number, number>();
  private writing: Promise<void> = Promise.resolve();
  /** Look-ups that are under way, and what was written since the first of them began. */
  private asked = 0;
  private readonly written = new Map<number, number>();

  constructor(
    private readonly lane: Lane,
    private readonly events: EventWriter,
    private readonly waitMs: number,
  ) {}

  /** What is found, with the delivery that was on its way to the database meanwhile. */
  async seen(find: () => Promise<PaymentRecord | undefined>): Promise<PaymentRecord | undefined> {
    this.asked++;
    try {
      const record = await find();
      if (record?.state !== 'settled' || record.deliveredAt !== null) return record;
      const deliveredAt = this.underWay.get(record.id) ?? this.written.get(record.id);
      return deliveredAt === undefined ? record : { ...record, deliveredAt };
    } finally {
      if (--this.asked === 0) this.written.clear();
    }
  }

  async delivered(id: number, nowMs: number): Promise<void> {
    if (!this.underWay.has(id)) this.underWay.set(id, nowMs);
    try {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ id, nowMs, resolve, reject });
        this.timer ??= setTimeout(() => void this.flush(), this.waitMs);
      });
      // Who asked before it was written has read the row as it was.
      if (this.asked > 0 && this.written.size < WRITTEN_MAX) this.written.set(id, nowMs);
    } finally {
      this.underWay.delete(id);
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_MAX);
      this.writing = this.writing.then(() => this.write(batch));
    }
    await this.writing;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    const first = new Map(batch.map((one) => [one.id, one] as const).reverse());
    try {
      const found = await this.events.write(this.lane, DEADLINE_MS, () => this.statement([...first.values()]));
      const states = new Map(found.map(({ id, state }) => [id, state]));
      for (const { id, resolve, reject } of batch) {
        const state = states.get(id) ?? 'not there';
        if (state === 'settled') resolve();
        else reject(new Error(`payment ${id} is ${state}, so nothing was delivered`));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private statement(batch: readonly Waiting[]): EventStatement<Delivered> {
    const sorted = [...batch].sort((one, other) => one.id - other.id);
    const rows = sorted.map(({ id, nowMs }) => ({ id, ...this.events.chain.next(nowMs) }));
    return {
      statement: DELIVER,
      values: [
        this.events.bootId,
        ...(['id', 'seq', 'at'] as const).map(
          (name) =>
            new ArrayParameter(
              'bigint',
              rows.map((row) => row[name]),
            ),
        ),
      ],
      seqs: rows.map(({ seq }) => seq),
      written: (found) => {
        const moved = new Set(found.filter((one) => one.moved).map(({ id }) => id));
        return rows
          .filter(({ id }) => moved.has(id))
          .map(({ id, seq, at }) => ({ seq, at, paymentId: id, state: 'delivered', detail: '' }));
      },
    };
  }
}
