import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SchemaError } from '../migrate';
import { newerDatabase } from '../testing';
import { HOST_LEASE_MS, MOVED_PROCESS, openHostLease, type OpenHostLease } from './host-lease';
import { openLedgerFile } from './ledger-file';
import { processLock } from './process-lock';

const NOW = 1_800_000_000_000;
const NO_LOCK = { take: () => true, release: () => undefined };
let folder: string;
let open: OpenHostLease[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-lease-'));
  open = [];
});
afterEach(() => {
  for (const lease of open) lease.close();
  rmSync(folder, { recursive: true, force: true });
});

function lease(hostId: string, processId: string): OpenHostLease {
  const file = join(folder, 'payments.db');
  // A lock of the kernel does not reach another host.
  const opened = openHostLease(file, { hostId, processId }, hostId === 'a' ? processLock(file) : NO_LOCK);
  open.push(opened);
  return opened;
}

describe('the lease of the ledger', () => {
  test('another process of the host is kept out until the first one ends', () => {
    const first = lease('a', 'a1');
    const second = lease('a', 'a2');
    expect(first.hold(NOW)).toEqual({ kind: 'held' });
    expect(second.hold(NOW + 10 * HOST_LEASE_MS)).toMatchObject({ kind: 'other_host', hostId: 'a', isThisHost: true });

    first.close();
    open = [second];

    expect(second.hold(NOW)).toEqual({ kind: 'held' });
  });

  test('another host is informed who holds it and until when', () => {
    lease('a', 'a1').hold(NOW);

    expect(lease('b', 'b1').hold(NOW + 1)).toEqual({
      kind: 'other_host',
      hostId: 'a',
      expiresAtMs: NOW + HOST_LEASE_MS,
    });
  });

  test('a renewal keeps another host out past the first term', () => {
    const a = lease('a', 'a1');
    a.hold(NOW);
    a.hold(NOW + HOST_LEASE_MS / 3);

    expect(lease('b', 'b1').hold(NOW + HOST_LEASE_MS)).toMatchObject({ kind: 'other_host' });
  });

  test('a renewal leaves the event loop to others while somebody writes, and is made when that is over', async () => {
    const a = lease('a', 'a1');
    const writer = openLedgerFile(join(folder, 'payments.db'));
    writer.exec('BEGIN IMMEDIATE');
    let outcome: unknown;
    const renewed = a.renew(NOW, () => false).then((made) => (outcome = made));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(outcome).toBeUndefined();

    writer.exec('COMMIT');
    await renewed;

    expect(outcome).toEqual({ kind: 'held' });
    expect(lease('b', 'b1').hold(NOW + 1)).toMatchObject({ kind: 'other_host' });
    writer.close();
  });

  test('a renewal leaves the connection as patient as it was, whether it was made or not', async () => {
    const pragma = jest.spyOn(Database.prototype as Database.Database, 'pragma');
    const a = lease('a', 'a1');
    const connection = pragma.mock.contexts.at(-1) as Database.Database;
    pragma.mockRestore();
    const patience = (): unknown => connection.pragma('busy_timeout', { simple: true });
    expect(patience()).toBe(5_000);

    await a.renew(NOW, () => false);
    expect(patience()).toBe(5_000);

    const writer = openLedgerFile(join(folder, 'payments.db'));
    writer.exec('BEGIN IMMEDIATE');
    let isOver = false;
    const renewed = a.renew(NOW, () => isOver);
    expect(patience()).toBe(5_000);
    isOver = true;
    await renewed;
    writer.close();
  });

  test('a renewal that waits for somebody is given up when nothing may be written any more', async () => {
    const writer = openLedgerFile(join(folder, 'payments.db'));
    const a = lease('a', 'a1');
    writer.exec('BEGIN IMMEDIATE');
    let isOver = false;
    const renewed = a.renew(NOW, () => isOver);

    isOver = true;
    writer.exec('COMMIT');

    expect(await renewed).toBeUndefined();
    expect(lease('b', 'b1').hold(NOW)).toEqual({ kind: 'held' });
    writer.close();
  });

  test('renewals alone do not make the log longer and longer', () => {
    const a = lease('a', 'a1');
    const pages: number[] = [];
    const file = openLedgerFile(join(folder, 'payments.db'));
    for (let renewal = 0; renewal < 250; renewal++) {
      a.hold(NOW + renewal);
      const [row] = file.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
      pages.push(row.log);
    }
    file.close();

    expect(Math.max(...pages.slice(100))).toBeLessThanOrEqual(pages[99]! + 1);
  });

  test('a lapsed lease is taken over, and its former holder learns of it', () => {
    const a = lease('a', 'a1');
    const b = lease('b', 'b1');
    a.hold(NOW);

    expect(b.hold(NOW + HOST_LEASE_MS)).toEqual({ kind: 'held' });
    expect(a.hold(NOW + HOST_LEASE_MS + 1)).toMatchObject({ kind: 'other_host', hostId: 'b' });
  });

  test('a released lease is free to other hosts at once, and to processes of its own when it is closed', () => {
    const [first, second, b] = [lease('a', 'a1'), lease('a', 'a2'), lease('b', 'b1')];
    first.hold(NOW);

    first.release();
    expect(second.hold(NOW)).toMatchObject({ kind: 'other_host', isThisHost: true });
    first.close();
    open = [second, b];
    expect(second.hold(NOW)).toEqual({ kind: 'held' });
    expect(b.hold(NOW)).toMatchObject({ kind: 'other_host' });
    second.release();
    expect(b.hold(NOW)).toEqual({ kind: 'held' });
  });

  test('of two hosts that ask at once one gets it', () => {
    const outcomes = [lease('a', 'a1'), lease('b', 'b1')].map((asking) => asking.hold(NOW).kind);

    expect(outcomes).toEqual(['held', 'other_host']);
  });

  test('of a ledger that a newer program wrote is not had', () => {
    const file = join(folder, 'payments.db');
    newerDatabase(file);

    expect(() => openHostLease(file, { hostId: 'a', processId: 'a1' })).toThrow(SchemaError);
    expect(openFilesIn(folder)).toEqual([]);
  });

  test('of a ledger that was moved is nobody’s for ever, and says where it is', () => {
    const file = openLedgerFile(join(folder, 'payments.db'));
    const a = lease('a', 'a1');
    file.prepare('INSERT INTO host_lease VALUES (?, ?, ?)').run(MOVED_PROCESS, 'elsewhere', NOW + 1);

    expect(a.hold(NOW)).toEqual({
      kind: 'other_host',
      hostId: 'elsewhere',
      expiresAtMs: NOW + 1,
      movedTo: 'elsewhere',
    });
    file.close();
  });
});

/** Names of the files in a folder that this process has open; none where the system does not say. */
function openFilesIn(path: string): readonly string[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((handle) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${handle}`);
      return file.startsWith(path) ? [file] : [];
    } catch {
      return [];
    }
  });
}
