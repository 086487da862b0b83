import type { PaymentStore } from '@stackcheck/payment-x402';
import type { Client } from 'pg';
import { openPostgresPayments, type PostgresPaymentsConfig } from '../open-payments';
import { startPostgres, type PostgresPlace, type PostgresServer } from './postgres-server';

/** Deleted and not truncated, which would make each table and index again. */
const EMPTY = [
  'SET session_replication_role = replica',
  ...['payment', 'payment_answer', 'payment_event', 'event_seal', 'node', 'refusal', 'sandbox_nonce'].map(
    (table) => `DELETE FROM ${table}`,
  ),
  'ALTER TABLE payment ALTER COLUMN id RESTART',
  'UPDATE cluster SET paused = NULL, stopped = NULL',
].join(';');

/** A ledger in a PostgreSQL of its own, emptied and opened again and again. */
export class LedgerDatabase {
  private readonly opened: PaymentStore[] = [];
  private isMade = false;
  private admin: Client | undefined;

  private constructor(readonly server: PostgresServer) {}

  static async start(
    settings: Readonly<Record<string, string>> = {},
    place: PostgresPlace = {},
  ): Promise<LedgerDatabase> {
    return new LedgerDatabase(await startPostgres(settings, place));
  }

  /** Opens a store, which is closed with the others. */
  async open(bootId: string, change: Partial<PostgresPaymentsConfig> = {}): Promise<PaymentStore> {
    const store = await openPostgresPayments({
      url: this.server.url(),
      bootId,
      place: bootId,
      standby: 'none',
      deliveryWaitMs: 0,
      ...change,
    });
    this.isMade = true;
    this.opened.push(store);
    return store;
  }

  /** Closes what is open, and removes all rows. */
  async empty(): Promise<void> {
    await this.close();
    if (!this.isMade) return;
    this.admin ??= await this.server.connect();
    await this.admin.query(EMPTY).catch(async () => {
      // The server was killed meanwhile.
      this.admin = await this.server.connect();
      await this.admin.query(EMPTY);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((store) => store.close()));
  }

  async stop(): Promise<void> {
    await this.close();
    await this.admin?.end();
    await this.server.stop();
  }
}
