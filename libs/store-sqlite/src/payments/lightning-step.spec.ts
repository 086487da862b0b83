import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  lightningIntent,
  prepaidLedgerContract,
  testIntent,
  type PrepaidLedgerSubject,
} from '@stackcheck/payment-x402/testing';
import { migrate } from '../migrate';
import { openDatabase, type Connection } from '../open';
import { eventAppender, firstBrokenEvent } from './payment-events';
import { openPaymentLedger, type OpenPaymentLedger } from './payment-ledger';
import { toClaimColumns, type ClaimColumns } from './payment-row';
import { PAYMENT_MIGRATIONS } from './schema';

const folder = mkdtempSync(join(tmpdir(), 'lightning-step-'));
const opened: OpenPaymentLedger[] = [];
let files = 0;

const currentFile = () => join(folder, `payments-${files}.db`);

function open(bootId: string): OpenPaymentLedger {
  const ledger = openPaymentLedger(currentFile(), { bootId });
  opened.push(ledger);
  return ledger;
}

const subject = {
  create() {
    files++;
    return open('boot-1');
  },
  reopen: open,
} satisfies PrepaidLedgerSubject;

afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

prepaidLedgerContract('SQLite', subject);

const NOW_MS = 1_790_000_000_000;

/** Inserts with the columns that the table has by now; later steps add some. */
function insertAsKnown(database: Connection, columns: ClaimColumns): number {
  const known = database.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('payment')").all();
  const names = known.map(({ name }) => name).filter((name) => name in columns);
  const statement = `INSERT INTO payment (state, ${names.join(', ')}) VALUES ('settling', ${names.map((name) => `@${name}`).join(', ')})`;
  return Number(database.prepare(statement).run(columns).lastInsertRowid);
}

describe('the step that lets Lightning payments in', () => {
  /** A file as the first step left it, with settled and open payments. */
  const fileBefore = async (payments: number) => {
    files++;
    const database = openDatabase(currentFile());
    migrate(database, PAYMENT_MIGRATIONS.slice(0, 1));
    const append = eventAppender(database);
    const intents = Array.from({ length: payments }, () => testIntent());
    for (const intent of intents) {
      const id = insertAsKnown(database, await toClaimColumns(intent, 'boot-0', NOW_MS));
      append({ paymentId: id, atMs: NOW_MS, state: 'settling', detail: intent.routeId });
    }
    database.exec(`UPDATE payment SET state = 'settled', transaction_hash = '0xab', evidence = 'chain',
      payment_response = 'eyJ9' WHERE id = 1`);
    append({ paymentId: 1, atMs: NOW_MS, state: 'settled', detail: 'chain' });
    const rows = () => [
      database.prepare('SELECT * FROM payment ORDER BY id').all(),
      database.prepare('SELECT * FROM payment_event ORDER BY sequence').all(),
    ];
    return { database, intents, rows };
  };

  it('keeps every payment and every event as it was, and the chain whole', async () => {
    const { database, intents, rows } = await fileBefore(20);
    const before = rows();

    migrate(database, PAYMENT_MIGRATIONS.slice(0, 3));

    expect(rows()).toEqual(before);
    expect(firstBrokenEvent(database)).toBeNull();
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    const ledger = open('boot-1');
    expect((await ledger.find(intents[0]!.key))?.state).toBe('settled');
    expect(await ledger.open(100)).toHaveLength(19);
    await ledger.settled(2, { transaction: '', evidence: 'chain', paymentResponse: 'eyJ9' }, NOW_MS);
  });

  it('guards the tables as before', async () => {
    const { database } = await fileBefore(2);
    migrate(database, PAYMENT_MIGRATIONS);

    for (const [sql, message] of [
      ['DELETE FROM payment', 'payments are kept'],
      ["UPDATE payment SET state = 'refused' WHERE id = 1", 'a closed payment does not change'],
      ["UPDATE payment SET nonce = '0x' || nonce", 'the identity of a payment is fixed'],
      ["UPDATE payment_event SET detail = 'x'", 'payment events are fixed'],
      ['DELETE FROM payment_event', 'payment events are kept'],
      ['INSERT INTO payment_event SELECT 99, 99, at, state, detail, previous_hash, hash || 1 FROM payment_event', ''],
    ] as const)
      expect(() => database.exec(sql)).toThrow(message);
    database.close();
  });

  it.each([
    ['a chain payment with the identity of a Lightning one', { network: 'eip155:8453' }],
    ['a Lightning payment in another asset', { asset: `0x${'a5'.repeat(20)}` }],
    ['a Lightning payment with a payer that is not its hash', { payer: '00'.repeat(32) }],
    ['a Lightning payment without a whole hash', { payer: 'ab', nonce: 'ab' }],
    ['another network', { network: 'solana' }],
  ])('refuses %s', async (_name, change) => {
    const ledger = subject.create();
    const intent = lightningIntent();
    const settlement = { transaction: '', evidence: 'preimage', paymentResponse: '' } as const;

    await expect(
      ledger.claimSettled({ ...intent, key: { ...intent.key, ...change } }, settlement, NOW_MS),
    ).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_CHECK' });
  });
});
