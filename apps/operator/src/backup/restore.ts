import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Clock } from '@stackcheck/contract';
import { bookLock, type WalletBook } from '@stackcheck/store-sqlite/gas';
import { keysLock } from '@stackcheck/store-sqlite/keys';
import { openPaymentReader, openPayments } from '@stackcheck/store-sqlite/payments';
import { ledgerLock } from '@stackcheck/store-sqlite/upgrade';
import { listKeys } from '../keys/list-keys';
import { isBookOlder, proveBook } from './book';
import { syncFolder } from './backup';
import type { Manifest } from './contents';
import { proofOf, type LedgerProof } from './ledger-proof';
import { readSealed } from './sealed-file';
import { chainOf } from './series';
import { Unpacking } from './unpacking';

/** What a backup was found to be. */
export interface Proven {
  readonly manifest: Manifest;
  /** Null where the ledger is a dump that was put nowhere. */
  readonly payments: number | null;
  /** Of gas wallets; empty without `gas.db`. */
  readonly wallets: readonly WalletBook[];
  /** What is wrong with the ledger or the keys; nothing may be replaced then. */
  readonly faults: readonly string[];
}

/**
 * Unpacks a backup next to the data folder and proves it: seal and sums, pages, schema, event chain and history of the ledger, the signatures
 * of the gas wallet's book, and keys that can sign what the published ones verify. Then has `use` go on with the unpacked folder, which is removed afterwards.
 * @param proveLedger of the unpacked folder
 * @throws SealError when the seal or a sum is wrong
 */
export async function withProven<T>(
  file: string,
  key: Buffer,
  dataDir: string,
  proveLedger: (folder: string) => Promise<LedgerProof>,
  use: (proven: Proven, folder: string) => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(dataDir), { recursive: true });
  const folder = mkdtempSync(join(dirname(dataDir), `.${basename(dataDir)}-restoring-`));
  try {
    const chain = chainOf(file, key);
    let [unpacked, manifest]: [string | undefined, Manifest | undefined] = [undefined, undefined];
    for (const [index, each] of chain.entries()) {
      const place = join(folder, String(index));
      mkdirSync(place, { mode: 0o700 });
      const unpacking = new Unpacking(place, unpacked);
      readSealed(each, key, (piece) => unpacking.take(piece));
      manifest = unpacking.end();
      if (unpacked !== undefined) rmSync(unpacked, { recursive: true });
      unpacked = place;
    }
    return await use(await prove(manifest!, unpacked!, proveLedger), unpacked!);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prove(
  manifest: Manifest,
  folder: string,
  proveLedger: (folder: string) => Promise<LedgerProof>,
): Promise<Proven> {
  const { payments, faults } = await proveLedger(folder);
  // Whether others can read them is a matter of this folder, where nobody can.
  const keys = listKeys(join(folder, 'keys')).filter(({ problem }) => problem !== null);
  const book = proveBook(join(folder, 'gas.db'));
  const others = keys.map(({ file, problem }) => `${file} ${problem}`);
  return { manifest, payments, wallets: book.wallets, faults: [...faults, ...book.faults, ...others] };
}

/** Proves the `payments.db` of an unpacked backup. */
export async function proveFile(folder: string): Promise<LedgerProof> {
  return proofOf(await openPaymentReader(join(folder, 'payments.db')));
}

/** What a restore changed. */
export interface Replaced {
  /** Where what was there is kept; null where there was nothing. */
  readonly aside: string | null;
  /** Whether the book of the gas wallet that was there stayed, since it knows all that the backup's does. */
  readonly isBookKept: boolean;
}

/**
 * Does what must not be done while an API runs on a data folder: none can begin with its ledger, settle with its book, or sell over `LEDGER_URL`
 * with its keys until that is done.
 * @param folder an unpacked backup that is to be put in its place
 * @throws Error when an API runs on this folder
 */
export async function whileStopped<T>(
  folder: string,
  dataDir: string,
  clock: Clock,
  work: () => T | Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const hasLedger = existsSync(join(folder, 'payments.db'));
  const isLedgerThere = existsSync(join(dataDir, 'payments.db'));
  if (hasLedger && isLedgerThere) await refuseWhileSelling(dataDir, clock);
  const hasBook = [dataDir, folder].some((place) => existsSync(join(place, 'gas.db')));
  const locks = [
    // Keys and what was sold are replaced in any case, also where the ledger of the folder stays.
    keysLock(join(dataDir, 'keys'), 'alone'),
    ...(hasLedger || isLedgerThere ? [ledgerLock(join(dataDir, 'payments.db'))] : []),
    ...(hasBook ? [bookLock(join(dataDir, 'gas.db'), 'alone')] : []),
  ];
  try {
    if (!locks.every((lock) => lock.take())) throw new Error(IS_USED);
    return await work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

const IS_USED = 'an API runs on this data folder, or did half a minute ago: stop it first';

/**
 * Puts an unpacked backup in the place of what the data folder holds, which is moved into `replaced-<time>` in it and kept. A book of the gas
 * wallet that is there, sound and not older, stays: what a wallet signed never goes back. To be called in `whileStopped`.
 */
export function putInPlace(folder: string, dataDir: string, clock: Clock): Replaced {
  // A ledger in PostgreSQL is another one than the file that may lie here.
  const hasLedger = existsSync(join(folder, 'payments.db'));
  const aside = join(dataDir, `replaced-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`);
  const isBookKept = !isBookOlder(join(dataDir, 'gas.db'), join(folder, 'gas.db'));
  const kept = (name: string): boolean =>
    (isBookKept && name.startsWith('gas.db')) || (!hasLedger && name.startsWith('payments.db'));
  const there = REPLACED.filter((name) => existsSync(join(dataDir, name)) && !kept(name));
  if (there.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const name of there) renameSync(join(dataDir, name), join(aside, name));
  for (const name of RESTORED)
    if (existsSync(join(folder, name)) && !kept(name)) renameSync(join(folder, name), join(dataDir, name));
  syncFolder(dataDir);
  return { aside: there.length > 0 ? aside : null, isBookKept: isBookKept && existsSync(join(dataDir, 'gas.db')) };
}

const RESTORED = ['payments.db', 'gas.db', 'sold', 'keys'];
const REPLACED = [...RESTORED, 'payments.db-wal', 'payments.db-shm', 'gas.db-wal', 'gas.db-shm'];

/** A running API holds the ledger's lease. A ledger that cannot be opened is held by nobody. */
async function refuseWhileSelling(dataDir: string, clock: Clock): Promise<void> {
  const file = join(dataDir, 'payments.db');
  const identity = { bootId: randomUUID(), hostId: `restore-${randomUUID()}` };
  const store = await Promise.resolve()
    .then(() => openPayments({ file, ...identity, thread: 'never' }))
    .catch(() => undefined);
  if (store === undefined) return;
  try {
    const held = await store.lease.hold(clock.now());
    if (held.kind === 'other_host' && held.movedTo !== undefined)
      throw new Error(
        `the ledger of this data folder was moved to ${held.movedTo}, which an older one must not replace: restore into another folder`,
      );
    if (held.kind === 'other_host') throw new Error(IS_USED);
    await store.lease.release();
  } finally {
    await store.close();
  }
}
