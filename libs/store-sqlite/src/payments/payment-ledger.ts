import type { PaymentLedger, PrepaidLedger } from '@stackcheck/payment-x402';
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
import { wipeSignature } from '@stackcheck/payment-x402/wipe-signature';
import { migrate } from '../migrate';
import { DAMAGED, DatabaseOpenError, type Connection } from '../open';
import { CheckpointThread } from './checkpoint-thread';
import { CheckpointingCommit } from './checkpointing-commit';
import { settledBy, type Finish } from './finish';
import type { GroupCommit } from './group-commit';
import { openLedgerFile } from './ledger-file';
import { eventAppender, firstBrokenEvent, type PaymentEvent } from './payment-events';
import { toClaimColumns, toPaymentRecord, type ClaimColumns, type PaymentRow } from './payment-row';
import {
  preparePaymentStatements,
  type PaymentCore,
  type PaymentStatements,
  type TransitionColumns,
} from './payment-statements';
import { PAYMENT_MIGRATIONS } from './schema';

/** A payment ledger that owns a connection. */
export type OpenPaymentLedger = PaymentLedger &
  PrepaidLedger & {
    /** Commits what waits, now. */
    flush(): void;
    /** Nothing may be written any more: what waits or is asked for later rejects with this. Reported twice, the first one stands. */
    fail(cause: unknown): void;
    /** Commits what waits, unless nothing may be written any more. */
    close(): void;
  };

/** Newest events whose chain is checked before payments are taken; the whole chain is an operator's command. */
const EVENTS_CHECKED_AT_OPEN = 1_000;

/**
 * Pages of the log (16 MB) after which a commit also copies them into the file. Pages that many payments touch are copied once
 * then, and fewer payments wait for it than with SQLite's own 1,000.
 */
const CHECKPOINT_PAGES = 4_000;

/** How a payment ledger is opened. */
export interface LedgerOptions {
  /** Identity of this run, written to the rows it claims. */
  readonly bootId: string;
  /** Longest wait of a delivery for a commit that it can share, in milliseconds; 0 = none. */
  readonly deliveryWaitMs?: number;
  /** The log is copied into the file by a thread; for a process that answers many payments at a time. */
  readonly checkpointsInThread?: boolean;
  /** Informed once of the fault after which nothing is written any more, whether a write met it or not. */
  readonly onFault?: (fault: unknown) => void;
}

/**
 * Opens the payment ledger in `payments.db`, creating it when absent. Concurrent writes share commits.
 * @throws DatabaseOpenError when the file cannot be used, or the newest part of its history was changed
 */
export function openPaymentLedger(path: string, options: LedgerOptions): OpenPaymentLedger {
  const database = openLedgerFile(path);
  try {
    migrate(database, PAYMENT_MIGRATIONS);
    const broken = firstBrokenEvent(database, EVENTS_CHECKED_AT_OPEN);
    if (broken !== null)
      throw new DatabaseOpenError(`payment event ${broken} does not follow from the one before`, { code: DAMAGED });
    return new SqlitePaymentLedger(
      database,
      options,
      options.checkpointsInThread ? new CheckpointThread(path) : undefined,
    );
  } catch (error) {
    database.close();
    throw error;
  }
}

class SqlitePaymentLedger implements OpenPaymentLedger {
  private readonly statements: PaymentStatements;
  private readonly append: (event: PaymentEvent) => void;
  private readonly commits: GroupCommit;
  readonly bootId: string;
  /** Deliveries on their way to the disk, by payment: a payment that was answered is not answered again meanwhile. */
  private readonly delivering = new Map<number, number>();

  constructor(
    private readonly database: Connection,
    { bootId, deliveryWaitMs, onFault }: LedgerOptions,
    private readonly checkpointer?: CheckpointThread,
  ) {
    this.bootId = bootId;
    const waiting = deliveryWaitMs === undefined ? {} : { lazyMs: deliveryWaitMs };
    this.commits = new CheckpointingCommit(database, {
      pagesMax: CHECKPOINT_PAGES,
      checkpointer,
      onFault,
      ...waiting,
    });
    this.statements = preparePaymentStatements(database);
    this.append = eventAppender(database);
  }

  async find(key: PaymentKey): Promise<PaymentRecord | undefined> {
    return this.toRecord(this.statements.find(key));
  }

  async findByIdentifier(identifier: string): Promise<PaymentRecord | undefined> {
    return this.toRecord(this.statements.findByIdentifier(identifier));
  }

  async claim(intent: PaymentIntent, nowMs: number): Promise<ClaimOutcome> {
    const columns = await toClaimColumns(intent, this.bootId, nowMs);
    return this.commits.write(() => this.claimNow(columns, nowMs));
  }

  async claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome> {
    const columns = await toClaimColumns(intent, this.bootId, nowMs);
    return this.commits.write(() => {
      const outcome = this.claimNow(columns, nowMs);
      if (outcome.kind === 'claimed') this.finishNow(this.require(outcome.id), 'settled', nowMs, settledBy(settlement));
      return outcome;
    });
  }

  async claimAsUnknown(
    intent: PaymentIntent,
    ambiguity: Ambiguity,
    reason: string,
    nowMs: number,
  ): Promise<ClaimOutcome> {
    const columns = await toClaimColumns(intent, this.bootId, nowMs);
    return this.commits.write(() => {
      const outcome = this.claimNow(columns, nowMs);
      if (outcome.kind === 'claimed')
        this.move(this.require(outcome.id), 'unknown', `${ambiguity}: ${reason}`, nowMs, { doubt: ambiguity });
      return outcome;
    });
  }

  async withdraw(key: PaymentKey, refusal: { code: string; reason: string }, nowMs: number): Promise<WithdrawOutcome> {
    return this.commits.write(() => {
      const row = this.statements.find(key);
      if (!row || row.state === 'refused') return 'withdrawn';
      if (row.state !== 'settling' || row.boot_id !== this.bootId) return 'held';
      this.refuseNow(row, refusal, nowMs);
      return 'withdrawn';
    });
  }

  async callFree({ key }: FreePayment): Promise<FreeOutcome> {
    const row = this.statements.find(key);
    return !row || row.state === 'refused' ? 'free' : 'held';
  }

  async settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement> {
    return this.commits.write(() => {
      const row = this.require(id);
      const { state, identifier } = row;
      if (state === 'settled') return this.statements.settlement(id);
      const isTaken = state === 'refused' && identifier !== null && this.statements.findByIdentifier(identifier);
      if (isTaken) this.statements.unbind(id);
      this.finishNow(row, 'settled', nowMs, settledBy(settlement));
      return settlement;
    });
  }

  async refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void> {
    await this.commits.write(() => this.refuseNow(this.require(id), refusal, nowMs));
  }

  async unknown(id: number, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<void> {
    await this.commits.write(() => {
      const row = this.require(id);
      if (row.state !== 'unknown') this.move(row, 'unknown', `${ambiguity}: ${reason}`, nowMs, { doubt: ambiguity });
    });
  }

  async released(id: number, reason: string, nowMs: number): Promise<void> {
    await this.commits.write(() =>
      this.finishNow(this.require(id), 'released', nowMs, { detail: reason, columns: {} }),
    );
  }

  async delivered(id: number, nowMs: number): Promise<void> {
    if (!this.delivering.has(id)) this.delivering.set(id, nowMs);
    try {
      await this.commits.writeLazily(() => this.deliverNow(id, nowMs));
    } finally {
      this.delivering.delete(id);
    }
  }

  async lost(id: number, reason: string, nowMs: number): Promise<boolean> {
    return this.commits.write(() => {
      const { state } = this.require(id);
      if (state !== 'settled') throw new Error(`payment ${id} is ${state}, so nothing was lost`);
      if (this.statements.isLost(id)) return false;
      this.append({ paymentId: id, atMs: nowMs, state: 'lost', detail: reason });
      return true;
    });
  }

  async open(limit: number, afterId = 0): Promise<readonly PaymentRecord[]> {
    return Promise.all(this.statements.open(limit, afterId).map(toPaymentRecord));
  }

  async watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]> {
    return Promise.all(this.statements.watched(closedBefore, afterId, limit).map(toPaymentRecord));
  }

  async counts(): Promise<Readonly<Record<PaymentState, number>>> {
    const counts = { settling: 0, settled: 0, refused: 0, unknown: 0, released: 0 };
    for (const { state, count } of this.statements.counts()) counts[state] = count;
    return counts;
  }

  flush(): void {
    this.commits.flush();
  }

  fail(cause: unknown): void {
    this.commits.fail(cause);
    this.checkpointer?.close();
  }

  close(): void {
    this.commits.flush();
    this.checkpointer?.close();
    this.database.close();
  }

  private async toRecord(row: PaymentRow | undefined): Promise<PaymentRecord | undefined> {
    if (!row) return undefined;
    if (row.state !== 'settled') return toPaymentRecord(row);
    return toPaymentRecord({ ...row, delivered_at: row.delivered_at ?? this.delivering.get(row.id) ?? null });
  }

  private claimNow(columns: ClaimColumns, nowMs: number): ClaimOutcome {
    const id = this.statements.insert(columns);
    return id === null ? this.claimKnown(columns, nowMs) : this.claimed(id, columns, nowMs);
  }

  /** The payment or its identifier has a row already. */
  private claimKnown(columns: ClaimColumns, nowMs: number): ClaimOutcome {
    const existing = this.statements.find(columns);
    if (existing && existing.state !== 'refused') return { kind: 'payment_exists' };
    const isTaken = columns.identifier !== null && this.statements.findByIdentifier(columns.identifier) !== undefined;
    if (!existing || isTaken) return { kind: 'identifier_exists' };
    // A refused row is taken over by the new attempt; its refusal stays in the events.
    this.statements.claimAnew(existing.id, columns);
    return this.claimed(existing.id, columns, nowMs);
  }

  private claimed(id: number, columns: ClaimColumns, nowMs: number): ClaimOutcome {
    this.append({ paymentId: id, atMs: nowMs, state: 'settling', detail: columns.route_id });
    return { kind: 'claimed', id };
  }

  private deliverNow(id: number, nowMs: number): void {
    const { state, delivered_at } = this.require(id);
    if (state !== 'settled') throw new Error(`payment ${id} is ${state}, so nothing was delivered`);
    if (delivered_at !== null) return;
    this.statements.deliver(id, nowMs);
    this.append({ paymentId: id, atMs: nowMs, state: 'delivered', detail: '' });
  }

  private refuseNow(row: PaymentCore, { code, reason }: { code: string; reason: string }, nowMs: number): void {
    this.move(row, 'refused', `${code}: ${reason}`, nowMs, { refusal_code: code, refusal_reason: reason });
  }

  /** Terminal: the signature goes, since a bearer credential that is no longer needed is only a risk. */
  private finishNow(row: PaymentCore, state: 'settled' | 'released', nowMs: number, how: Finish): void {
    const payload = JSON.stringify(wipeSignature(JSON.parse(row.payload)));
    const { transaction_hash = null, evidence = null, payment_response = null } = how.columns;
    this.move(row, state, how.detail, nowMs, { transaction_hash, evidence, payment_response, payload });
  }

  /** The schema's trigger decides whether a transition is legal. */
  private move(row: PaymentCore, state: PaymentState, detail: string, nowMs: number, columns: TransitionColumns): void {
    if (row.state === state) throw new Error(`payment ${row.id} is ${state} already`);
    this.statements.transition(row.id, state, columns);
    this.append({ paymentId: row.id, atMs: nowMs, state, detail });
  }

  private require(id: number): PaymentCore {
    const row = this.statements.get(id);
    if (!row) throw new Error(`there is no payment ${id}`);
    return row;
  }
}
