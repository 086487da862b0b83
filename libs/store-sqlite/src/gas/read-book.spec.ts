import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate, SchemaError } from '../migrate';
import { DatabaseOpenError, openDatabase } from '../open';
import { openBookReader, type BookReader } from './read-book';
import { GAS_MIGRATIONS } from './schema';
import { openTransactionBook } from './transaction-book';

const [A, B] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-book-'));
  path = join(folder, 'gas.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const attempt = (name: string) => ({ hash: `0x${name}`, raw: `0x02${name}`, atMs: 1_000 });

async function write(chainId: number, wallet: string, nonces: readonly number[]): Promise<void> {
  const book = openTransactionBook(path, { chainId, wallet });
  for (const nonce of nonces) await book.add(nonce, [], attempt(`c${nonce}`));
  book.close();
}

function read<Seen>(look: (reader: BookReader) => Seen): Seen {
  const reader = openBookReader(path);
  try {
    return look(reader);
  } finally {
    reader.close();
  }
}

describe('the reader of books', () => {
  it('shows how far each wallet of each chain has come', async () => {
    await write(84532, A, [0]);
    await write(8453, B, [4, 5, 6, 7]);
    await write(8453, A, [2]);
    const book = openTransactionBook(path, { chainId: 8453, wallet: B });
    await book.mark(4, 'final', '0xc4', 1);
    await book.mark(5, 'mined', '0xc5', 1);
    await book.mark(7, 'foreign', null, 1);
    book.close();

    expect(read((reader) => reader.wallets())).toEqual([
      { chainId: 8453, wallet: A, next: 3, unfinished: 1 },
      { chainId: 8453, wallet: B, next: 8, unfinished: 2 },
      { chainId: 84532, wallet: A, next: 1, unfinished: 1 },
    ]);
  });

  it('shows each signed transaction in the order of wallets, nonces and attempts', async () => {
    await write(8453, B, [1, 0]);
    await write(8453, A, [3]);
    const book = openTransactionBook(path, { chainId: 8453, wallet: B });
    await book.addAttempt(0, 1, attempt('d0'));
    book.close();

    expect(read((reader) => [...reader.attempts()])).toEqual([
      { chainId: 8453, wallet: A, nonce: 3, ...attempt('c3') },
      { chainId: 8453, wallet: B, nonce: 0, ...attempt('c0') },
      { chainId: 8453, wallet: B, nonce: 0, ...attempt('d0') },
      { chainId: 8453, wallet: B, nonce: 1, ...attempt('c1') },
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['nothing', 'SELECT 1', []],
    [
      'a transaction',
      'DELETE FROM gas_transaction WHERE nonce = 0',
      ['a row of gas_attempt belongs to no transaction'],
    ],
    ['all', 'DELETE FROM gas_transaction', Array(9).fill('a row of gas_attempt belongs to no transaction')],
  ])('names the faults of a file that lost %s', async (_what, sql, faults) => {
    await write(8453, A, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const database = new Database(path);
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    database.close();

    expect(read((reader) => reader.faults())).toEqual(faults);
  });

  it('names the faults of its pages', async () => {
    await write(8453, A, [0]);
    const bytes = readFileSync(path);
    const pages = bytes.readUInt32BE(28);
    // One page more than anything uses (SQLite file format 1.3.7).
    bytes.writeUInt32BE(pages + 1, 28);
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(4_096)]));

    expect(read((reader) => reader.faults())).toEqual([expect.stringContaining(`Page ${pages + 1}: never used`)]);
  });

  it('refuses what is no book, and one of a later program', () => {
    expect(() => openBookReader(path)).toThrow(DatabaseOpenError);
    openDatabase(path).close();
    expect(() => openBookReader(path)).toThrow(new DatabaseOpenError(`"${path}" is no gas.db`));

    const database = openDatabase(path);
    migrate(database, [...GAS_MIGRATIONS, { name: 'later', sql: 'SELECT 1' }]);
    database.close();
    expect(() => openBookReader(path)).toThrow(SchemaError);
  });
});
