import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Connection } from '../open';
import { chainHash, eventAppender, firstBrokenEvent, NO_EVENT } from './payment-events';

const COUNT = 6;
const folder = mkdtempSync(join(tmpdir(), 'payment-events-'));
let database: Connection;

beforeAll(() => {
  database = openDatabase(join(folder, 'events.db'));
  database.exec(`CREATE TABLE payment_event (sequence INTEGER PRIMARY KEY, payment_id INTEGER, at INTEGER, state TEXT,
    detail TEXT, previous_hash TEXT, hash TEXT)`);
});
beforeEach(() => {
  database.exec('DELETE FROM payment_event');
  const append = eventAppender(database);
  for (let n = 1; n <= COUNT; n++) append({ paymentId: n, atMs: 10 * n, state: 'settling', detail: `event ${n}` });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes an event and makes its own hash right again. */
function replace(sequence: number, previousHash: string): void {
  const hash = chainHash(previousHash, 9, 9, 'settled', 'other');
  database
    .prepare(
      `UPDATE payment_event SET payment_id = 9, at = 9, state = 'settled', detail = 'other', previous_hash = ?, hash = ?
       WHERE sequence = ?`,
    )
    .run(previousHash, hash, sequence);
}
const previousOf = (sequence: number) =>
  database.prepare('SELECT previous_hash FROM payment_event WHERE sequence = ?').pluck().get(sequence) as string;

const sequences = Array.from({ length: COUNT }, (_, at) => at + 1);

it('a chain holds from its beginning, whatever of it is checked', () => {
  expect(previousOf(1)).toBe(NO_EVENT);
  expect([undefined, 0, ...sequences, 100].map((last) => firstBrokenEvent(database, last))).toEqual(
    Array(COUNT + 3).fill(null),
  );
});

it.each(['payment_id', 'at', 'state', 'detail', 'previous_hash', 'hash'])('an edited %s breaks it', (column) => {
  for (const sequence of sequences) {
    database.exec('SAVEPOINT before');
    database.prepare(`UPDATE payment_event SET ${column} = 7 WHERE sequence = ?`).run(sequence);
    expect(firstBrokenEvent(database)).toBe(sequence);
    // The newest ones are compared with the one before them, too.
    const seen = sequences.map((last) => firstBrokenEvent(database, last));
    database.exec('ROLLBACK TO before; RELEASE before');

    expect(seen).toEqual(sequences.map((last) => (sequence >= COUNT - last ? sequence : null)));
  }
});

it('an event that was replaced with its hash breaks the next one', () => {
  for (const sequence of sequences) {
    database.exec('SAVEPOINT before');
    replace(sequence, previousOf(sequence));
    const broken = firstBrokenEvent(database);
    database.exec('ROLLBACK TO before; RELEASE before');

    // After the last one nothing follows.
    expect(broken).toBe(sequence === COUNT ? null : sequence + 1);
  }
});

it('the first event follows from nothing, and an event that is missing is noticed where the next one stands', () => {
  replace(1, 'f'.repeat(64));
  expect(firstBrokenEvent(database)).toBe(1);

  database.exec('DELETE FROM payment_event WHERE sequence = 3');
  expect(firstBrokenEvent(database, 2)).toBeNull();
  expect(firstBrokenEvent(database, 3)).toBe(4);
});

it('times of events never go back or stand still', () => {
  const append = eventAppender(database);
  for (const atMs of [0, 100, 100, 5]) append({ paymentId: 1, atMs, state: 'settled', detail: '' });

  expect(database.prepare('SELECT at FROM payment_event WHERE sequence > ?').pluck().all(COUNT)).toEqual([
    61, 100, 101, 102,
  ]);
  expect(firstBrokenEvent(database)).toBeNull();
});
