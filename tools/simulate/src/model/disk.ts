import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import './deterministic-zlib';
import { forgetConnections, placeFiles, type DatabaseFiles } from './recycled-connections';
import { openPaymentLedger, type OpenPaymentLedger } from '@stackcheck/store-sqlite/testing';
import Database from 'better-sqlite3';
import type { Random } from '../core/random';

/** Makes the ledger of a process out of one on the event loop and what opens another one in a thread. */
export type Handover = (here: OpenPaymentLedger, open: () => OpenPaymentLedger) => OpenPaymentLedger;

/** SQLite's `PRAGMA synchronous` as a number: from here on every commit is synced before it returns. */
const FULL = 2;
const WAL_HEADER_BYTES = 32;
const WAL_FRAME_HEADER_BYTES = 24;
const PAGE_BYTES = 4_096;

/** How a machine can stop: its processes are gone, or its power too, and with it what was not synced. */
export type Stop = 'kill' | 'power';

/** How the ledger's file is used. */
export interface DiskHabits {
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly begin: 'immediate' | 'deferred';
  /** Another process writes to the same file now and then. */
  readonly hasOtherWriter: boolean;
  /** The process has it open a second time, in a thread. */
  readonly hasThread: boolean;
}

/** A process that has the file open. */
interface Opened {
  readonly ledger: OpenPaymentLedger;
  /** That of the event loop first. */
  readonly connections: [Database.Database, ...Database.Database[]];
}

/**
 * The ledger's file, opened by the real code. A crash keeps the file and its write-ahead log as they stand, so that SQLite's
 * own recovery runs at the next boot; a power cut drops the tail of a log that nobody had synced.
 */
export class Disk {
  private readonly path: string;
  private files: DatabaseFiles;
  private boots = 0;
  private readonly running = new Map<string, Opened>();

  constructor(
    folder: string,
    private readonly random: Random,
    private readonly habits: DiskHabits,
  ) {
    simulated.add(folder);
    // Two names, because closed connections are recycled by file name, and only where a file has one connection.
    this.path = join(folder, this.isShared ? 'shared.db' : 'ledger.db');
    this.files = { database: emptyLedger(folder) };
  }

  boot(bootId: string, handover?: Handover): OpenPaymentLedger {
    forceHabits(this.habits, this.random, this.boots++ === 0);
    if (this.running.size === 0) placeFiles(this.path, this.files, !this.isShared);
    const open = (): OpenPaymentLedger => openPaymentLedger(this.path, { bootId });
    const here = open();
    const connections: Opened['connections'] = [opened.get(this.path)!];
    const openInThread = (): OpenPaymentLedger => {
      const threaded = open();
      connections.push(opened.get(this.path)!);
      return threaded;
    };
    const ledger = handover?.(here, openInThread) ?? here;
    this.running.set(bootId, { ledger, connections });
    return ledger;
  }

  /** Whether any process has it open. */
  get isOpen(): boolean {
    return this.running.size > 0;
  }

  /** A connection of a process that runs, to look at rows that no port shows. */
  get connection(): Database.Database {
    const [first] = this.running.values();
    return first!.connections[0];
  }

  crash(stop: Stop): void {
    const isSynced = Number(this.connection.pragma('synchronous', { simple: true })) >= FULL;
    const database = readFileSync(this.path);
    const log = existsSync(`${this.path}-wal`) ? readFileSync(`${this.path}-wal`) : undefined;
    this.close();
    this.files = { database, log: log && stop === 'power' && !isSynced ? this.tornLog(log) : log };
  }

  /** Ends the connections. */
  close(): void {
    for (const { ledger } of this.running.values()) ledger.close();
    this.running.clear();
    opened.delete(this.path);
  }

  /** Whether there are several connections to the file. */
  private get isShared(): boolean {
    return !isAlone(this.habits);
  }

  private tornLog(log: Buffer): Buffer {
    const frames = Math.floor((log.length - WAL_HEADER_BYTES) / (WAL_FRAME_HEADER_BYTES + PAGE_BYTES));
    const kept = this.random.between(0, Math.max(0, frames));
    return log.subarray(0, WAL_HEADER_BYTES + kept * (WAL_FRAME_HEADER_BYTES + PAGE_BYTES));
  }
}

function isAlone({ hasOtherWriter, hasThread }: DiskHabits): boolean {
  return !hasOtherWriter && !hasThread;
}

/** A folder for ledgers, in memory where the system has one. */
export function ledgerFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'stackcheck-simulate-'));
  const remove = (): void => {
    forgetConnections(path);
    simulated.delete(path);
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

let empty: Buffer | undefined;

/** A ledger with its schema and no row, made once per process by the real migrations. */
function emptyLedger(folder: string): Buffer {
  if (!empty) {
    const path = join(folder, 'empty.db');
    openPaymentLedger(path, { bootId: 'none' }).close();
    empty = readFileSync(path);
  }
  return empty;
}

/** Folders of disks: what other code of the process opens is left as it is. */
const simulated = new Set<string>();
/** Connections by file, as the real code opened them. */
const opened = new Map<string, Database.Database>();
let current: DiskHabits | undefined;
let chance: Random | undefined;
let isUntouched = false;
let isWatching = false;

/**
 * Watches which connections are made; a planted bug may take a promise of theirs away. What costs much at every boot and
 * shows nothing is spared: locks against other processes where there are none, and the check of an empty file as it was
 * made.
 */
function forceHabits(habits: DiskHabits, random: Random, isFresh: boolean): void {
  current = habits;
  chance = random;
  isUntouched = isFresh;
  if (isWatching) return;
  isWatching = true;
  const prototype = Database.prototype as Database.Database;
  const { pragma, transaction } = prototype;
  prototype.pragma = function (this: Database.Database, source: string, options?: Database.PragmaOptions): unknown {
    if (!simulated.has(dirname(this.name))) return pragma.call(this, source, options);
    if (/^journal_mode *=/.test(source) && current && isAlone(current)) pragma.call(this, 'locking_mode = EXCLUSIVE');
    if (/^quick_check/.test(source) && isUntouched) return 'ok';
    if (!/^synchronous *=/.test(source)) return pragma.call(this, source, options);
    opened.set(this.name, this);
    return pragma.call(this, current?.synchronous === 'NORMAL' ? 'synchronous = NORMAL' : source, options);
  };
  prototype.transaction = function (this: Database.Database, step: (...args: unknown[]) => unknown) {
    if (!simulated.has(dirname(this.name))) return transaction.call(this, step);
    const own = transaction.call(this, (...args: unknown[]): unknown => {
      if (current?.hasOtherWriter && opened.has(this.name) && chance?.chance(0.3)) otherWrites(this);
      return step(...args);
    });
    return current?.begin === 'deferred' ? Object.assign(own.deferred.bind(own), { immediate: own.deferred }) : own;
  } as typeof prototype.transaction;
}

/**
 * Another process writes just after this one's transaction began to read. It finds the file locked, unless the transaction
 * was begun without the lock and will fail when it wants to write.
 */
function otherWrites(own: Database.Database): void {
  own.prepare('SELECT count(*) FROM payment').get();
  const other = new Database(own.name, { timeout: 0 });
  try {
    other.exec('UPDATE sandbox_nonce SET spent_at = spent_at + 1; DELETE FROM sandbox_nonce WHERE spent_at < 0');
    other.exec("INSERT INTO sandbox_nonce VALUES ('eip155:84532', 'a', 'p', hex(randomblob(8)), 'h', 1)");
  } catch {
    // Busy: it would wait, and write later.
  } finally {
    other.close();
  }
}
