import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import threads from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { CheckpointThread, type LogCheckpointer } from './checkpoint-thread';
import { CheckpointingCommit } from './checkpointing-commit';
import { openLedgerFile } from './ledger-file';

let folder: string;
let database: Database.Database;
let commits: CheckpointingCommit;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copying-commit-'));
  database = openLedgerFile(join(folder, 'payments.db'));
  database.exec('CREATE TABLE note (text TEXT)');
  commits = new CheckpointingCommit(database, { pagesMax: 10, every: 1 });
});
afterEach(() => {
  jest.restoreAllMocks();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const note = (text = 'x'.repeat(3_000)) =>
  commits.write(() => database.prepare('INSERT INTO note VALUES (?)').run(text));
const noteLazily = () => commits.writeLazily(() => database.prepare('INSERT INTO note VALUES (?)').run('later'));
const notes = () => database.prepare('SELECT count(*) FROM note').pluck().get();

/** Pages that stand in the log and not in the file. */
function waiting(): number {
  const [row] = database.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  return row.log - row.checkpointed;
}

/** The next copy meets this. */
function failCopies(code: string): void {
  const { pragma } = Object.getPrototypeOf(database) as Database.Database;
  jest.spyOn(database, 'pragma').mockImplementation(function (this: Database.Database, ...args) {
    if (args[0] === 'wal_checkpoint(PASSIVE)') throw Object.assign(new Error('the copy failed'), { code });
    return pragma.apply(database, args);
  });
}

it('copies the log into the file when it is long, and not before', async () => {
  const seen: number[] = [];
  for (let i = 0; i < 40; i++) {
    await note();
    seen.push(waiting());
  }

  expect(Math.max(...seen)).toBeGreaterThan(5);
  expect(Math.max(...seen)).toBeLessThanOrEqual(10);
  expect(seen).toContain(0);
});

it('is the only one to copy: no other connection does it unseen', async () => {
  const other = openLedgerFile(join(folder, 'payments.db'));
  const put = other.prepare('INSERT INTO note VALUES (?)');
  // One commit of more pages than SQLite lets stand by itself.
  other.transaction(() => {
    for (let i = 0; i < 1_200; i++) put.run('x'.repeat(3_000));
  })();

  expect(waiting()).toBeGreaterThan(1_000);
  other.close();
});

it('keeps what was committed before a copy failed, and lets nothing be written after it', async () => {
  failCopies('SQLITE_IOERR_FSYNC');
  let kept = 0;
  let fault: unknown;
  while (fault === undefined && kept < 40)
    await note().then(
      () => kept++,
      (error: unknown) => (fault = error),
    );

  expect(fault).toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  expect(notes()).toBe(kept);
  await expect(note()).rejects.toBe(fault);
  await expect(noteLazily()).rejects.toBe(fault);
  expect(notes()).toBe(kept);
});

it.each(['SQLITE_FULL', 'SQLITE_BUSY'])('tries again later when a copy met %s', async (code) => {
  failCopies(code);
  for (let i = 0; i < 20; i++) await note();
  jest.restoreAllMocks();
  await note();

  expect(notes()).toBe(21);
  expect(waiting()).toBe(0);
});

describe('with a thread that copies', () => {
  let inThread: CheckpointingCommit;
  let copies: Promise<unknown>[];

  const writeTo = (commits: CheckpointingCommit): Promise<unknown> =>
    commits.write(() => database.prepare('INSERT INTO note VALUES (?)').run('x'.repeat(3_000)));
  /** Copies as the given one does, and keeps track. */
  const watched = (checkpointer: LogCheckpointer): LogCheckpointer => ({
    copy: () => {
      const copy = checkpointer.copy();
      copies.push(copy);
      return copy;
    },
    close: () => checkpointer.close(),
  });
  const start = (checkpointer: LogCheckpointer): void => {
    copies = [];
    inThread = new CheckpointingCommit(database, { pagesMax: 10, every: 1, checkpointer: watched(checkpointer) });
  };

  it('copies all of the log next to the event loop, and what was written meanwhile', async () => {
    const thread = new CheckpointThread(join(folder, 'payments.db'));
    start(thread);
    for (let i = 0; copies.length === 0; i++) await writeTo(inThread);
    await Promise.all([writeTo(inThread), writeTo(inThread), ...copies]);
    await new Promise(setImmediate);

    expect(waiting()).toBe(0);
    expect(await Promise.all(copies)).toEqual(copies.map(() => undefined));
    const written = notes() as number;
    await writeTo(inThread);
    expect(notes()).toBe(written + 1);
    thread.close();
  });

  it('goes on writing while a copy is under way, and asks for no second one', async () => {
    let end!: (fault: unknown) => void;
    const first = new Promise((resolve) => (end = resolve));
    start({ copy: () => (copies.length === 0 ? first : Promise.resolve(undefined)), close: () => undefined });
    for (let i = 0; i < 40; i++) await writeTo(inThread);

    expect(copies).toHaveLength(1);
    expect(waiting()).toBeGreaterThan(40);
    end(undefined);
    await new Promise(setImmediate);
    // A thread that copies nothing is not asked for ever.
    expect(copies).toHaveLength(4);
    expect(waiting()).toBe(0);
  });

  it('lets nothing be written after a copy that failed there', async () => {
    const fault = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    start({ copy: () => Promise.resolve(fault), close: () => undefined });
    for (let i = 0; copies.length === 0; i++) await writeTo(inThread);
    await new Promise(setImmediate);

    await expect(writeTo(inThread)).rejects.toBe(fault);
  });

  it('copies by itself where the thread does not start', async () => {
    const thread = new CheckpointThread(join(folder, 'nowhere', 'payments.db'));
    start(thread);
    for (let i = 0; copies.length === 0; i++) await writeTo(inThread);
    await Promise.all(copies);
    await new Promise(setImmediate);

    expect(waiting()).toBe(0);
    await writeTo(inThread);
  });

  it('copies by itself where the system has no thread left', async () => {
    jest.spyOn(threads, 'Worker').mockImplementation(() => {
      throw new Error('Worker initialization failure: EAGAIN');
    });
    start(new CheckpointThread(join(folder, 'payments.db')));
    for (let i = 0; copies.length === 0; i++) await writeTo(inThread);

    expect(await Promise.allSettled(copies)).toEqual([{ status: 'fulfilled', value: undefined }]);
    await new Promise(setImmediate);
    expect(waiting()).toBe(0);
  });

  it('is closed in the middle of a copy without a word', async () => {
    const thread = new CheckpointThread(join(folder, 'payments.db'));
    start(thread);
    for (let i = 0; copies.length === 0; i++) await writeTo(inThread);
    thread.close();

    expect(await copies[0]).toBeUndefined();
  });
});
