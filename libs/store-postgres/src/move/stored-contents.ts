import type { Client } from 'pg';
import {
  LedgerMoveError,
  orderedHistory,
  STORED_COLUMNS,
  type StoredEvent,
  type StoredLedger,
  type StoredNonce,
  type StoredPayment,
} from '@stackcheck/payment-x402/store';
import { columnOf } from '../ledger/payment-row';
import { ledgerFaults } from '../reader/verify-ledger';

/** Rows that are fetched at a time. */
const PAGE_ROWS = 500;

/** All that a ledger holds, by a connection within a transaction that sees no changes of others. */
export function storedContents(client: () => Client): Omit<StoredLedger, 'name' | 'close'> {
  return {
    payments: () =>
      fetched<StoredPayment>(
        client(),
        'stored_payments',
        `SELECT ${STORED_COLUMNS.map(columnOf).join(', ')}, a.body AS answer_body
         FROM payment p LEFT JOIN payment_answer a ON a.payment_id = p.id WHERE p.attempt > 0 ORDER BY p.id`,
      ),
    events: () => events(client()),
    nonces: () =>
      fetched<StoredNonce>(
        client(),
        'stored_nonces',
        `SELECT network, asset, payer, nonce, payment_hash, spent_at FROM sandbox_nonce
         ORDER BY network COLLATE "C", asset COLLATE "C", payer COLLATE "C", nonce COLLATE "C"`,
      ),
    faults: () => ledgerFaults(client()),
  };
}

/** Payments whose history more than one process wrote. */
const MANY_WRITERS = `SELECT payment_id FROM payment_event WHERE state <> 'void'
GROUP BY payment_id HAVING min(boot_id) <> max(boot_id)`;

/** The chains of all boots as one. Numbers that were voided belong to no payment. */
async function* events(client: Client): AsyncGenerator<StoredEvent> {
  const others = await eventsOfMany(client);
  let next = 0;
  const ofOne = fetched<StoredEvent>(
    client,
    'stored_events',
    `SELECT payment_id, at, state, detail FROM payment_event
     WHERE state <> 'void' AND payment_id NOT IN (${MANY_WRITERS}) ORDER BY at, boot_id, seq`,
  );
  for await (const event of ofOne) {
    for (let other = others[next]; other && other.at < event.at; other = others[++next]) yield other;
    yield event;
  }
  yield* others.slice(next);
}

/** These are few: a payment that was taken up, or whose answer another node gave. */
async function eventsOfMany(client: Client): Promise<readonly StoredEvent[]> {
  const { rows } = await client.query<StoredEvent & { readonly boot_id: string }>(
    `SELECT payment_id, boot_id, at, state, detail FROM payment_event
     WHERE state <> 'void' AND payment_id IN (${MANY_WRITERS}) ORDER BY payment_id, boot_id, seq`,
  );
  const payments = new Map<number, Map<string, StoredEvent[]>>();
  for (const { boot_id, ...event } of rows) {
    const boots = payments.get(event.payment_id) ?? new Map<string, StoredEvent[]>();
    payments.set(event.payment_id, boots.set(boot_id, [...(boots.get(boot_id) ?? []), event]));
  }
  return [...payments]
    .flatMap(([id, boots]) => {
      const history = orderedHistory([...boots.values()]);
      if (!history) throw new LedgerMoveError(`the events of payment ${id} have no order that it can have had`);
      return history;
    })
    .sort((a, b) => a.at - b.at);
}

async function* fetched<Row extends object>(client: Client, cursor: string, text: string): AsyncGenerator<Row> {
  await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`);
  try {
    for (let rows: Row[] = []; ;) {
      ({ rows } = await client.query<Row>(`FETCH ${PAGE_ROWS} FROM ${cursor}`));
      yield* rows;
      if (rows.length < PAGE_ROWS) return;
    }
  } finally {
    // After a fault the transaction is over, and the cursor with it.
    await client.query(`CLOSE ${cursor}`).catch(() => undefined);
  }
}
