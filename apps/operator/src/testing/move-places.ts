import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentStore } from '@stackcheck/payment-x402';
import type { LedgerSource, LedgerTarget } from '@stackcheck/payment-x402/store';
import { openPostgresMoveSource, openPostgresMoveTarget } from '@stackcheck/store-postgres';
import { LedgerDatabase } from '@stackcheck/store-postgres/testing';
import { openMoveSource, openMoveTarget, openPaymentReader, openPayments } from '@stackcheck/store-sqlite/payments';
import { figuresOf, type LedgerFigures } from '../move/compare-ledgers';
import { moveLedger, type MoveOutcome } from '../move/move-ledger';
import { live, type Life } from './lived-ledger';

/** When files are moved. */
export const NOW_MS = 1_790_000_000_000;
/** Seconds of nodes as hundredths. */
export const QUICK = { beatMs: 40, goneMs: 800, replacedMs: 120, claimLeftMs: 560, settleLeftMs: 480 };
/** No beat but the first. */
const STILL = { ...QUICK, beatMs: 600_000, goneMs: 1_800_000 };

/** A folder and a PostgreSQL that ledgers are moved between. */
export class MovePlaces {
  folder = '';
  private made = 0;

  private constructor(readonly database: LedgerDatabase) {}

  static async start(): Promise<MovePlaces> {
    return new MovePlaces(await LedgerDatabase.start());
  }

  /** An empty folder. */
  begin(): void {
    if (this.folder !== '') rmSync(this.folder, { recursive: true, force: true });
    this.folder = mkdtempSync(join(tmpdir(), 'move-'));
  }

  async end(): Promise<void> {
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  stop(): Promise<void> {
    return this.database.stop();
  }

  /** The URL of an empty database. */
  async newDatabase(): Promise<string> {
    await this.database.server.run(`CREATE DATABASE moved_${++this.made}`);
    return this.database.server.url(`moved_${this.made}`);
  }

  /** A connection of the superuser, for the caller to end. */
  connect(url: string) {
    return this.database.server.connect(new URL(url).pathname.slice(1));
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  openFile(path: string, bootId = 'boot-1'): Promise<PaymentStore> {
    return openPayments({ file: path, bootId, hostId: 'here', thread: 'never' });
  }

  /** A `payments.db` in which payments lived, and that nobody uses. */
  async livedFile(lives: readonly Life[]): Promise<string> {
    const store = await this.openFile(this.file('payments.db'));
    await live(store, lives);
    await store.close();
    return this.file('payments.db');
  }

  node(url: string, bootId: string, times = STILL): Promise<PaymentStore> {
    return this.database.open(bootId, { url, times });
  }

  toPostgres(url: string): Promise<LedgerTarget> {
    return openPostgresMoveTarget({ url, standby: 'none', times: QUICK });
  }

  fromPostgres(url: string): Promise<LedgerSource> {
    return openPostgresMoveSource({ url, standby: 'none', times: QUICK });
  }

  fromFile(path: string, now = NOW_MS): Promise<LedgerSource> {
    return openMoveSource(path, () => now);
  }

  toFile(name: string): Promise<LedgerTarget> {
    return openMoveTarget(this.file(name));
  }

  async figures(path: string): Promise<LedgerFigures> {
    const source = await this.fromFile(path);
    return figuresOf(source).finally(() => source.close());
  }

  async faultsOf(path: string): Promise<readonly string[]> {
    const reader = await openPaymentReader(path);
    return reader.faults().finally(() => reader.close());
  }
}

/** Moves, and closes both as a process that ends does. */
export async function moved(from: Promise<LedgerSource>, to: Promise<LedgerTarget>): Promise<MoveOutcome> {
  const [source, target] = [await from, await to];
  try {
    return await moveLedger(source, target, () => undefined);
  } finally {
    await target.close();
    await source.close();
  }
}
