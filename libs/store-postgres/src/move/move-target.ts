import type { Client } from 'pg';
import {
  LedgerMoveError,
  type HoldOutcome,
  type LedgerTarget,
  type StoredEvent,
  type StoredLedger,
  type StoredNonce,
  type StoredPayment,
} from '@stackcheck/payment-x402/store';
import { chainHash, NO_SEAL } from '../events/event-chain';
import { ATTEMPT_COLUMNS, FIXED_COLUMNS } from '../ledger/payment-row';
import { migrate, stepsLeft } from '../schema/migrate';
import { commit } from './commit';
import { holdTables, noNodeAlive, type WatchTimes } from './held-tables';
import { storedContents } from './stored-contents';

/** Stands for the processes that wrote the events of a ledger that was moved here. */
const BOOT = 'sqlite';

/** A database that a ledger can be moved to, in one transaction: a run that was interrupted leaves nothing but empty tables. */
export class PostgresMoveTarget implements LedgerTarget {
  private seal = NO_SEAL;
  private lastId = 0;
  private readonly contents: Omit<StoredLedger, 'name' | 'close'>;

  /** @param client to the primary, as the owner of the tables or of a database without them */
  constructor(
    readonly name: string,
    private readonly client: Client,
    private readonly times: WatchTimes,
  ) {
    this.contents = storedContents(() => client);
  }

  payments = () => this.contents.payments();
  events = () => this.contents.events();
  nonces = () => this.contents.nonces();
  faults = () => this.contents.faults();

  async look(): Promise<HoldOutcome> {
    return (await stepsLeft(this.client)) > 0 ? { kind: 'held' } : noNodeAlive(this.client, this.times);
  }

  async hold(): Promise<HoldOutcome> {
    await migrate(this.client);
    return holdTables(this.client, this.times);
  }

  async isEmpty(): Promise<boolean> {
    if ((await stepsLeft(this.client)) > 0) return true;
    const { rows } = await this.client.query<{ readonly holds: boolean }>(`SELECT ${HOLDS_ROWS} AS holds`);
    return !rows[0]!.holds;
  }

  async putEvents(events: readonly StoredEvent[]): Promise<void> {
    const rows = events.map((event) => ({ seq: this.chained(event), ...event }));
    await this.client.query(PUT_EVENTS, [BOOT, JSON.stringify(rows)]);
  }

  async putPayments(payments: readonly StoredPayment[]): Promise<void> {
    let bodyAt = 1;
    const rows = payments.map(({ answer_body, ...columns }) => {
      const row = { ...columns, body_at: bodyAt, body_length: answer_body.length };
      bodyAt += answer_body.length;
      return row;
    });
    const bodies = Buffer.concat(payments.map(({ answer_body }) => answer_body));
    await this.client.query(PUT_PAYMENTS, [JSON.stringify(rows), bodies]);
    this.lastId = payments.at(-1)?.id ?? this.lastId;
  }

  async putNonces(nonces: readonly StoredNonce[]): Promise<void> {
    await this.client.query(PUT_NONCES, [JSON.stringify(nonces)]);
  }

  async filled(): Promise<void> {
    const { toSeq, hash } = this.seal;
    if (toSeq > 0) await this.client.query('INSERT INTO event_seal VALUES ($1, $2, $3)', [BOOT, toSeq, hash]);
    await this.client.query(`ALTER TABLE payment ALTER COLUMN id RESTART WITH ${this.lastId + 1}`);
    // Plans for empty tables would read all rows again and again.
    await this.client.query('ANALYZE payment, payment_answer, payment_event, sandbox_nonce');
  }

  keep(): Promise<void> {
    return commit(this.client, () => new LedgerMoveError(UNCERTAIN));
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private chained({ payment_id, at, state, detail }: StoredEvent): number {
    const seq = this.seal.toSeq + 1;
    this.seal = { toSeq: seq, hash: chainHash(this.seal.hash, { seq, paymentId: payment_id, at, state, detail }) };
    return seq;
  }
}

const UNCERTAIN = 'whether PostgreSQL kept the ledger is not known: run the same command again, which finds out';

const HOLDS_ROWS = ['payment', 'payment_event', 'event_seal', 'sandbox_nonce']
  .map((table) => `EXISTS (SELECT 1 FROM ${table})`)
  .join(' OR ');

/** `$1` = boot, `$2` = events as JSON. */
const PUT_EVENTS = `INSERT INTO payment_event SELECT $1, seq, payment_id, at, state, detail
FROM json_to_recordset($2::json) AS e(seq bigint, payment_id bigint, at bigint, state text, detail text)`;

const { worker: _noWorker, ...columnsOfAttempt } = ATTEMPT_COLUMNS;
const COLUMNS = {
  id: 'bigint',
  ...FIXED_COLUMNS,
  ...columnsOfAttempt,
  delivered_at: 'bigint',
  refusal_code: 'text',
  refusal_reason: 'text',
};
const NAMES = Object.keys(COLUMNS).join(', ');
const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);

/** `$1` = rows as JSON, `$2` = their answers, one after the other. An open one is worked on by no node. */
const PUT_PAYMENTS = `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS x(body_at integer, body_length integer, ${TYPED.join(', ')})
), answered AS (
  INSERT INTO payment_answer SELECT id, substr($2::bytea, body_at, body_length) FROM input
)
INSERT INTO payment (${NAMES}, attempt) OVERRIDING SYSTEM VALUE
SELECT ${NAMES}, (SELECT count(*) FROM payment_event e WHERE e.payment_id = input.id AND e.state = 'settling') FROM input`;

const PUT_NONCES = `INSERT INTO sandbox_nonce (network, asset, payer, nonce, payment_hash, spent_at)
SELECT * FROM json_to_recordset($1::json)
  AS x(network text, asset text, payer text, nonce text, payment_hash text, spent_at bigint)`;
