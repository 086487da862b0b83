import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import { lightningIntent, testIntent } from '@stackcheck/payment-x402/testing';
import Database from 'better-sqlite3';
import { migrate } from '../migrate';
import { openDatabase } from '../open';
import { openPaymentLedger } from './payment-ledger';
import { openPaymentReader } from './payment-reader';
import { PAYMENT_MIGRATIONS } from './schema';

const NOW_MS = 1_790_000_000_000;
let folder: string;
const file = () => join(folder, 'payments.db');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payment-reader-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const responseOf = (transaction: string, payer: string) =>
  Buffer.from(JSON.stringify({ success: true, transaction, network: 'eip155:84532', payer })).toString('base64');

/** A payment of every kind, in this order: settled and delivered, settled, refused, unknown, settling, Lightning. */
async function everyKind() {
  const ledger = openPaymentLedger(file(), { bootId: 'boot-1', deliveryWaitMs: 0 });
  const intents = [
    testIntent({ identifier: 'pay_0123456789abcdef' }),
    ...Array.from({ length: 4 }, () => testIntent()),
    lightningIntent(),
  ];
  const ids: number[] = [];
  for (const [index, intent] of intents.entries()) {
    const settlement = { transaction: 'e7'.repeat(32), evidence: 'preimage', paymentResponse: '' } as const;
    const at = NOW_MS + index;
    const outcome = index === 5 ? await ledger.claimSettled(intent, settlement, at) : await ledger.claim(intent, at);
    if (outcome.kind === 'claimed') ids.push(outcome.id);
  }
  for (const index of [0, 1]) {
    const transaction = `0x${'ab'.repeat(32)}`;
    const paymentResponse = responseOf(transaction, intents[index]!.key.payer);
    await ledger.settled(ids[index]!, { transaction, evidence: 'facilitator', paymentResponse }, NOW_MS);
  }
  await ledger.delivered(ids[0]!, NOW_MS);
  await ledger.refused(ids[2]!, { code: 'payment_invalid', reason: 'insufficient_funds' }, NOW_MS);
  await ledger.unknown(ids[3]!, 'unconfirmed', 'timeout', NOW_MS);
  ledger.close();
  return intents;
}

async function read<T>(look: (reader: PaymentReader) => Promise<T>): Promise<T> {
  const reader = await openPaymentReader(file());
  try {
    return await look(reader);
  } finally {
    await reader.close();
  }
}

describe('the reader of payments', () => {
  it('lists the newest first, by state and from a time on', async () => {
    await everyKind();

    const idsOf = async (filter: object) =>
      (await read((reader) => reader.list({ limit: 9, ...filter }))).map(({ id }) => id);

    expect(await idsOf({})).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await idsOf({ state: 'settled' })).toEqual([6, 2, 1]);
    expect(await idsOf({ since: NOW_MS + 4 })).toEqual([6, 5]);
    expect(await idsOf({ limit: 1 })).toEqual([6]);
  });

  it('finds a payment by id, nonce in any spelling, payment hash or identifier', async () => {
    const intents = await everyKind();
    const names = ['1', intents[0]!.key.nonce.toUpperCase(), 'pay_0123456789abcdef', intents[5]!.key.nonce, '77', 'x'];

    const found = await read((reader) => Promise.all(names.map((name) => reader.named(name))));

    expect(found.map((payments) => payments.map(({ id }) => id))).toEqual([[1], [1], [1], [6], [], []]);
  });

  it('shows the history of a payment', async () => {
    await everyKind();

    const history = await read((reader) => reader.history(1));

    expect(history.map(({ state, detail }) => [state, detail])).toEqual([
      ['settling', 'service_eol_product'],
      ['settled', 'facilitator'],
      ['delivered', ''],
    ]);
  });

  it('shows neither signature nor answer of any payment', async () => {
    await everyKind();

    const payments: PaymentSummary[] = [];
    await read(async (reader) => {
      for await (const payment of reader.all()) payments.push(payment);
    });
    const text = JSON.stringify(payments, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

    expect(text).toContain('insufficient_funds');
    expect(text).not.toContain('5ec2e7');
    expect(text).not.toContain('signature');
    expect(text).not.toContain('body');
  });

  it('sees what is written meanwhile', async () => {
    await everyKind();
    const ledger = openPaymentLedger(file(), { bootId: 'boot-2' });

    const reader = await openPaymentReader(file());

    await ledger.claim(testIntent(), NOW_MS);
    const seen = [(await reader.list({ limit: 1 }))[0]?.id, await reader.faults()];
    await reader.close();
    ledger.close();

    expect(seen).toEqual([7, []]);
  });

  it('reads all as of one moment, page by page, while payments are taken and others look', async () => {
    const ledger = openPaymentLedger(file(), { bootId: 'boot-1' });
    const COUNT = 1_201;
    await Promise.all(Array.from({ length: COUNT }, () => ledger.claim(testIntent(), NOW_MS)));

    const ids = await read(async (reader) => {
      const seen: number[] = [];
      for await (const { id } of reader.all()) {
        if (seen.push(id) > 1) continue;
        await ledger.claim(testIntent(), NOW_MS);
        expect((await reader.list({ limit: 1 }))[0]?.id).toBe(COUNT + 1);
      }
      return seen;
    });
    ledger.close();

    expect(ids).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  });

  it('refuses what is no ledger of this version', async () => {
    await expect(openPaymentReader(file())).rejects.toThrow('cannot open database');
    const old = openDatabase(file());
    migrate(old, PAYMENT_MIGRATIONS.slice(0, 2));
    old.close();

    await expect(openPaymentReader(file())).rejects.toThrow('start the API once');
  });
});

describe('a ledger', () => {
  const faultsAfter = async (sql: string) => {
    await everyKind();
    const database = new Database(file());
    database.pragma('foreign_keys = OFF');
    database.pragma('ignore_check_constraints = ON');
    database.exec(sql);
    database.close();
    return read((reader) => reader.faults());
  };
  /** Does something that a trigger forbids and puts the trigger back, as one who covers his tracks would. */
  const covertly = (trigger: string, sql: string) => {
    const fresh = new Database(':memory:');
    migrate(fresh, PAYMENT_MIGRATIONS);
    const text = fresh.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(trigger) as string;
    fresh.close();
    return `DROP TRIGGER ${trigger}; ${sql}; ${text}`;
  };

  it('that only the service wrote has no fault', async () => {
    expect(await faultsAfter('SELECT 1')).toEqual([]);
  });

  it('that Litestream copies has none either', async () => {
    const counters =
      'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)';
    expect(await faultsAfter(counters)).toEqual([]);
  });

  it.each([
    ['a trigger dropped', 'DROP TRIGGER payment_kept', 'the trigger payment_kept is missing'],
    ['a table added', 'CREATE TABLE note (x)', 'the table note is not ours'],
    [
      'a trigger made harmless',
      'DROP TRIGGER payment_event_kept; CREATE TRIGGER payment_event_kept BEFORE DELETE ON payment_event BEGIN SELECT 1; END',
      'the trigger payment_event_kept is not ours',
    ],
    [
      'an event edited',
      covertly('payment_event_fixed', "UPDATE payment_event SET detail = 'x' WHERE sequence = 3"),
      'event 3 does not follow from the one before',
    ],
    [
      'an event deleted from the middle',
      covertly('payment_event_kept', 'DELETE FROM payment_event WHERE sequence = 4'),
      'event 5 does not follow from the one before',
    ],
    [
      'the last event deleted',
      covertly(
        'payment_event_kept',
        'DELETE FROM payment_event WHERE sequence = (SELECT max(sequence) FROM payment_event)',
      ),
      'payment 4 is unknown, its events say settling',
    ],
    [
      'a payment deleted',
      covertly('payment_kept', 'DELETE FROM payment WHERE id = 4'),
      /event \d+ is about no payment/,
    ],
    [
      'a refused payment made settled',
      `UPDATE payment SET state = 'settled', payment_response = '', evidence = 'chain', transaction_hash = '' WHERE id = 3`,
      'payment 3 is settled, its events say refused',
    ],
    [
      'a delivery taken back',
      covertly('payment_terminal', 'UPDATE payment SET delivered_at = NULL WHERE id = 1'),
      'payment 1 is settled, its events say delivered',
    ],
    [
      'another transaction',
      covertly('payment_terminal', "UPDATE payment SET transaction_hash = '0xother' WHERE id = 2"),
      'payment 2: its PAYMENT-RESPONSE names another transaction',
    ],
    [
      'another payer',
      covertly('payment_identity', `UPDATE payment SET payer = '0x${'cc'.repeat(20)}' WHERE id = 2`),
      'payment 2: its PAYMENT-RESPONSE names another payer',
    ],
  ])('with %s has a fault', async (_name, sql, fault) => {
    const faults = await faultsAfter(sql);

    expect(faults).toContainEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
  });

  it('with a damaged page is reported as damaged', async () => {
    await everyKind();
    // Steps of the schema leave pages behind that hold nothing.
    const database = new Database(file());
    database.exec('VACUUM');
    database.close();
    const bytes = readFileSync(file());
    const damage = (page: number) => bytes.fill(0xff, page, page + 16);

    damage(bytes.length - 4096);
    writeFileSync(file(), bytes);
    expect(await read((reader) => reader.faults())).not.toEqual([]);

    for (let page = 4096; page < bytes.length; page += 4096) damage(page);
    writeFileSync(file(), bytes);
    await expect(read((reader) => reader.faults())).rejects.toThrow('is damaged');
  });

  it('is not sound with any one of its pages damaged', async () => {
    await everyKind();
    const database = new Database(file());
    database.exec('VACUUM');
    database.close();
    const sound = readFileSync(file());
    const seen = new Set<string>();
    for (let page = 4096; page < sound.length; page += 4096) {
      writeFileSync(file(), Buffer.from(sound).fill(0xff, page, page + 16));
      const faults = await read((reader) => reader.faults()).catch((error: Error) => [error.message]);
      expect(faults).not.toEqual([]);
      seen.add(faults[0]!);
    }

    expect([...seen]).toContain('the file is damaged');
    expect([...seen]).toContain(`"${file()}" is damaged`);
  });

  it('with an event that may not follow another has a fault, however well it is chained', async () => {
    const ledger = openPaymentLedger(file(), { bootId: 'boot-1' });
    const outcome = await ledger.claim(testIntent(), NOW_MS);
    const { append, database } = ledger as unknown as {
      append: (event: object) => void;
      database: Database.Database;
    };
    append({ paymentId: outcome.kind === 'claimed' ? outcome.id : 0, atMs: NOW_MS, state: 'delivered', detail: '' });
    database.pragma('wal_checkpoint');
    ledger.close();

    expect(await read((reader) => reader.faults())).toEqual([
      'event 2: payment 1 cannot become delivered after settling',
      'payment 1 is settling, its events say delivered',
    ]);
  });
});
