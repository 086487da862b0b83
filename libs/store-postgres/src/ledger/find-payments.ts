import type { PaymentKey, PaymentRecord, PaymentState } from '@stackcheck/payment-x402/ledger';
import { ArrayParameter } from '../connection/array-parameter';
import { Batcher } from '../connection/batcher';
import type { Lane, Statement } from '../connection/lane';
import { endOf } from '../connection/statement-fault';
import { keyDigestOf, KEY_GIVEN } from '../schema/payment-key';
import { ROW_COLUMNS, toPaymentRecord, type PaymentRow } from './payment-row';

const FROM = 'FROM payment p JOIN payment_answer a ON a.payment_id = p.id';
const BOUND = `p.state IN ('settling', 'unknown', 'settled')`;

const FIND: Statement = {
  name: 'find',
  text: `SELECT 0 AS n, ${ROW_COLUMNS} ${FROM} WHERE ${keyDigestOf('p')} = ${KEY_GIVEN}`,
};
/** `$1` = keys. `OFFSET 0`: one by one. As a join, the plan of a ledger that was small reads whole indexes, and is kept while it grows. */
const FIND_MANY: Statement = {
  name: 'find_many',
  text: `SELECT i.n - 1 AS n, r.* FROM unnest($1::text[]) WITH ORDINALITY AS i(key, n)
CROSS JOIN LATERAL (SELECT ${ROW_COLUMNS} ${FROM} WHERE ${keyDigestOf('p')} = short_digest(i.key) OFFSET 0) r`,
};
const FIND_IDENTIFIERS: Statement = {
  name: 'find_identifiers',
  text: `SELECT i.n - 1 AS n, r.* FROM unnest($1::text[]) WITH ORDINALITY AS i(identifier, n)
CROSS JOIN LATERAL (SELECT ${ROW_COLUMNS} ${FROM} WHERE short_digest(p.identifier) = short_digest(i.identifier) AND ${BOUND} OFFSET 0) r`,
};
const OPEN: Statement = {
  name: 'open',
  text: `SELECT ${ROW_COLUMNS} ${FROM} WHERE p.state IN ('settling', 'unknown') AND p.id > $1 ORDER BY p.id LIMIT $2`,
};
const WATCHED: Statement = {
  name: 'watched',
  text: `SELECT ${ROW_COLUMNS} ${FROM} WHERE p.state = 'refused' AND p.valid_before < $1 AND p.id > $2 ORDER BY p.id LIMIT $3`,
};

/**
 * Rows that were claimed are never removed, so what was counted once up to an id stays; what is in no other state is settled. Those that were
 * only called free are taken off, each count out of an index alone.
 */
const COUNTS: Statement = {
  name: 'counts',
  text: `SELECT
  (SELECT count(*) FROM payment WHERE state IN ('settling', 'unknown') AND state = 'settling') AS settling,
  (SELECT count(*) FROM payment WHERE state IN ('settling', 'unknown') AND state = 'unknown') AS unknown,
  (SELECT count(*) FROM payment WHERE state = 'refused') - (SELECT count(*) FROM payment WHERE attempt = 0) AS refused,
  (SELECT count(*) FROM payment WHERE state = 'released') AS released,
  (SELECT count(*) FROM payment WHERE id > $1 AND id <= $2)
    - (SELECT count(*) FROM payment WHERE attempt = 0 AND id > $1 AND id <= $2) AS older,
  (SELECT count(*) FROM payment WHERE id > $2) - (SELECT count(*) FROM payment WHERE attempt = 0 AND id > $2) AS newer`,
};
const COUNT_CLAIMED: Statement = {
  name: 'count_claimed',
  text: `SELECT (SELECT count(*) FROM payment WHERE id > $1 AND id <= $2)
  - (SELECT count(*) FROM payment WHERE attempt = 0 AND id > $1 AND id <= $2) AS claimed`,
};
const LAST_ID: Statement = { name: 'last_id', text: 'SELECT coalesce(max(id), 0) AS last FROM payment' };

/** Ids that may still be given to rows of transactions under way. */
const UNDER_WAY_IDS = 10_000;
/** Counted in ten milliseconds, so that look-ups of buyers come in between; in half a second where each row has to be read from a disk. */
const COUNTED_IDS = 25_000;
const DEADLINE_MS = 2_000;
const COUNT_MS = 30_000;
const BATCH_MAX = 200;

type Found = PaymentRow & { readonly n: number };

/** The look-ups of a ledger. */
export class PaymentFinder {
  private counted = { toId: 0, rows: 0 };
  private readonly byKey: Batcher<PaymentKey, Found | undefined>;
  private readonly byIdentifier: Batcher<string, Found | undefined>;

  constructor(
    private readonly lane: Lane,
    monotonicMs: () => number,
  ) {
    // One payment may be sent a hundred times at once: each copy in a batch of its own would wait for those before it.
    const options = { sizeMax: BATCH_MAX, isToSplit: () => false, monotonicMs };
    this.byKey = new Batcher({
      ...options,
      runs: [
        async (keys) => {
          const [{ network, asset, payer, nonce }] = keys as [PaymentKey];
          const found =
            keys.length === 1
              ? await this.read<Found>(FIND, [network, asset, payer, nonce])
              : await this.read<Found>(FIND_MANY, [new ArrayParameter('text', keys.map(textOf))]);
          return inOrder(keys, found);
        },
      ],
    });
    this.byIdentifier = new Batcher({
      ...options,
      runs: [
        async (identifiers) =>
          inOrder(identifiers, await this.read<Found>(FIND_IDENTIFIERS, [new ArrayParameter('text', identifiers)])),
      ],
    });
  }

  async find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    const row = await this.byKey.add(key);
    return row && toPaymentRecord(row);
  }

  async findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    const row = await this.byIdentifier.add(identifier);
    return row && toPaymentRecord(row);
  }

  async open(limit: number, afterId: number): Promise<readonly PaymentRecord[]> {
    return Promise.all((await this.read<PaymentRow>(OPEN, [afterId, limit])).map(toPaymentRecord));
  }

  async watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return Promise.all((await this.read<PaymentRow>(WATCHED, [closedBefore, afterId, limit])).map(toPaymentRecord));
  }

  async counts(): Promise<Readonly<Record<PaymentState, number>>> {
    const [last] = await this.read<{ readonly last: number }>(LAST_ID, []);
    await this.countUpTo(last!.last - UNDER_WAY_IDS - COUNTED_IDS);
    const { toId, rows } = this.counted;
    const nextId = Math.max(toId, last!.last - UNDER_WAY_IDS);
    type Counts = Readonly<Record<'settling' | 'unknown' | 'refused' | 'released' | 'older' | 'newer', number>>;
    const [found] = await this.read<Counts>(COUNTS, [toId, nextId], COUNT_MS);
    const { older, newer, ...few } = found!;
    this.counted = { toId: nextId, rows: rows + older };
    const { settling, unknown, refused, released } = few;
    return { ...few, settled: rows + older + newer - settling - unknown - refused - released };
  }

  /** A long ledger is counted in pieces, once. */
  private async countUpTo(id: number): Promise<void> {
    while (this.counted.toId < id) {
      const { toId, rows } = this.counted;
      const nextId = toId + COUNTED_IDS;
      const [found] = await this.read<{ readonly claimed: number }>(COUNT_CLAIMED, [toId, nextId], COUNT_MS);
      this.counted = { toId: nextId, rows: rows + found!.claimed };
    }
  }

  /** Once more on another connection when the first was lost: looking changes nothing. */
  private async read<Row>(statement: Statement, values: readonly unknown[], deadlineMs = DEADLINE_MS) {
    try {
      return await this.lane.run<Row>(statement, values, deadlineMs);
    } catch (error) {
      if (endOf(error) !== 'uncertain') throw error;
      return this.lane.run<Row>(statement, values, deadlineMs);
    }
  }
}

/** What `payment_once` has the digest of. */
function textOf({ network, asset, payer, nonce }: PaymentKey): string {
  return `${network} ${asset} ${payer} ${nonce}`;
}

function inOrder<Item>(items: readonly Item[], found: readonly Found[]): readonly (Found | undefined)[] {
  const rows = new Map(found.map((row) => [row.n, row]));
  return items.map((_, n) => rows.get(n));
}
