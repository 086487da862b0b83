import type { PaymentIntent, PaymentRecord } from '@stackcheck/payment-x402/ledger';
import type { LedgerFault, PaymentStore } from '@stackcheck/payment-x402/store';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { destroy } from './connection/connect';
import { cluster } from './reader/cluster';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const NOW_MS = 1_790_000_000_000;
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
const OURS = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: '' } as const;
const THEIRS = { transaction: '0xdef', evidence: 'chain', paymentResponse: '' } as const;

/** Seconds as hundredths. */
const QUICK = { beatMs: 40, goneMs: 800, replacedMs: 120, claimLeftMs: 560, settleLeftMs: 480 };
/** No beat but the first, which nobody finds missing. */
const STILL = { ...QUICK, beatMs: 600_000, goneMs: 1_800_000 };

here('nodes over one PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterEach(() => database.close());
  afterAll(() => database.stop());

  const claim = async (store: PaymentStore, intent: PaymentIntent = testIntent()): Promise<PaymentRecord> => {
    expect(await store.ledger.claim(intent, NOW_MS)).toMatchObject({ kind: 'claimed' });
    return (await store.ledger.find(intent.key))!;
  };
  const until = async (holds: () => Promise<boolean>): Promise<number> => {
    const startedMs = performance.now();
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
    return performance.now() - startedMs;
  };
  /** A node that a loaded machine kept from its beats takes nothing up, and tries again. */
  const tried = async (takeUp: () => boolean | Promise<boolean>): Promise<boolean> => {
    try {
      return await takeUp();
    } catch (error) {
      if ((error as Error).name === 'LedgerAwayError') return false;
      throw error;
    }
  };
  /** As kill -9: no word to anybody. */
  const kill = (store: PaymentStore): void => store.distrust('killed');

  describe('an operator', () => {
    it('retires one that ended, whose payments the others then take up at once, and none that lives', async () => {
      const one = await database.open('one', { times: { ...QUICK, goneMs: 60_000, replacedMs: 60_000 } });
      const two = await database.open('two', { times: { ...QUICK, goneMs: 60_000, replacedMs: 60_000 } });
      const operator = cluster(() => database.server.connect(), QUICK);
      const record = await claim(one);

      expect(await operator.retire('one')).toBe('alive');
      kill(one);
      expect(await two.locks.takeUp(record)).toBe(false);
      expect(await operator.retire('one')).toBe('retired');

      expect(await two.locks.takeUp(record)).toBe(true);
      expect([await operator.retire('one'), await operator.retire('three')]).toEqual(['gone', 'unknown']);
    });

    it('retires none whose beats do not come through before that one stops to claim and to settle', async () => {
      const one = await database.open('one', { times: { ...QUICK, beatMs: 600_000 } });
      const operator = cluster(() => database.server.connect(), QUICK);

      expect(await operator.retire('one')).toBe('retired');
      await expect(one.ledger.claim(testIntent(), NOW_MS)).rejects.toMatchObject({ name: 'LedgerAwayError' });
    });

    it('waits for a few beats alone where the machine is known to be gone, and for none that lives', async () => {
      const times = { ...QUICK, goneMs: 60_000, replacedMs: 1_000 };
      const operator = cluster(() => database.server.connect(), times);
      const [one] = [await database.open('one', { times }), await database.open('two', { times })];
      kill(one);

      expect([await operator.retire('one', true), await operator.retire('two', true)]).toEqual(['retired', 'alive']);
    });

    it('retires none where the ledger went away meanwhile', async () => {
      await database.open('one', { times: STILL });
      const operator = cluster(async () => {
        const client = await database.server.connect();
        client.on('error', () => undefined);
        let asked = 0;
        const query = client.query.bind(client) as (...args: unknown[]) => unknown;
        const cut = (...args: unknown[]): unknown => {
          if (++asked === 3) destroy(client);
          return query(...args);
        };
        return Object.assign(client, { query: cut });
      }, QUICK);

      await expect(operator.retire('one')).rejects.toThrow();
      expect(await operator.nodes()).toMatchObject([{ bootId: 'one', isGone: false }]);
    });
  });

  describe('a payment that one works on', () => {
    it('is taken up by nobody while that one lives, and at once when it has left', async () => {
      const [one, two] = [await database.open('one', { times: QUICK }), await database.open('two', { times: QUICK })];
      const record = await claim(one);

      expect([await two.locks.takeUp(record), await one.locks.takeUp(record)]).toEqual([false, true]);
      await one.close();

      expect(await two.locks.takeUp(record)).toBe(true);
    });

    it('is taken up by nobody at once when that one ends while it is still being settled', async () => {
      const [one, two] = [await database.open('one', { times: QUICK }), await database.open('two', { times: QUICK })];
      const intent = testIntent();
      const record = await claim(one, intent);
      expect(one.locks.begin({ key: intent.key, hash: 'a hash', identifier: null })).toMatchObject({ kind: 'begun' });
      await one.close();

      expect(await cluster(() => database.server.connect(), QUICK).nodes()).toContainEqual(
        expect.objectContaining({ bootId: 'one', isGone: false }),
      );
      await until(() => tried(() => two.locks.takeUp(record)));
    });

    it('is taken up by one of two others when that one was killed, after its beat stood still for long enough', async () => {
      const one = await database.open('one', { times: QUICK });
      const others = [await database.open('two', { times: QUICK }), await database.open('three', { times: QUICK })];
      const record = await claim(one);
      kill(one);

      const taken: boolean[] = [];
      const tookMs = await until(async () => {
        taken.splice(0, 2, ...(await Promise.all(others.map(({ locks }) => tried(() => locks.takeUp(record))))));
        return taken.includes(true);
      });

      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(tookMs).toBeGreaterThan(QUICK.goneMs / 2);
    });

    it('is taken up sooner by the process that took the place of the killed one', async () => {
      const times = { ...QUICK, goneMs: 600_000 };
      const one = await database.open('one', { place: 'here', times });
      const record = await claim(one);
      kill(one);
      const again = await database.open('two', { place: 'here', times });

      await until(async () => again.locks.takeUp(record));

      expect(await again.ledger.settled(record.id, OURS, NOW_MS)).toEqual(OURS);
    });

    it('is anybody’s again when the one that took it up still does not know its outcome', async () => {
      const [one, two] = [await database.open('one', { times: STILL }), await database.open('two', { times: STILL })];
      const record = await claim(one);
      await one.ledger.unknown(record.id, 'unconfirmed', 'timeout', NOW_MS);
      const begun = two.locks.begin({ key: record.key, hash: record.paymentHash, identifier: null });

      expect([await two.locks.takeUp(record), await one.locks.takeUp(record)]).toEqual([true, false]);
      if ('lock' in begun) begun.lock.release();

      await until(async () => one.locks.takeUp(record));
    });
  });

  describe('a node that slept while another took its payment up', () => {
    /** @param more claimed before, too */
    const asleep = async (more?: PaymentIntent): Promise<readonly [PaymentStore, PaymentStore, PaymentRecord]> => {
      const one = await database.open('one', { times: STILL });
      const two = await database.open('two', { times: STILL });
      const record = await claim(one);
      if (more) await claim(one, more);
      await database.server.run("UPDATE node SET gone = true WHERE boot_id = 'one'");
      expect(await two.locks.takeUp(record)).toBe(true);
      return [one, two, record];
    };

    it('cannot call it free, neither while it is worked on nor when it rests in doubt', async () => {
      const [one, two, record] = await asleep();

      await expect(one.ledger.refused(record.id, REFUSAL, NOW_MS)).rejects.toThrow('another node works on it');
      expect(await one.ledger.withdraw(record.key, REFUSAL, NOW_MS)).toBe('held');
      await two.ledger.unknown(record.id, 'unconfirmed', 'timeout', NOW_MS);
      await expect(one.ledger.refused(record.id, REFUSAL, NOW_MS)).rejects.toThrow('another node works on it');

      expect((await two.ledger.find(record.key))?.state).toBe('unknown');
    });

    it('may still prove that it was paid, and answers what stands', async () => {
      const other = testIntent();
      const [one, two, record] = await asleep(other);
      const { id } = (await two.ledger.find(other.key))!;

      expect(await two.ledger.settled(record.id, THEIRS, NOW_MS)).toEqual(THEIRS);
      expect(await one.ledger.settled(record.id, OURS, NOW_MS)).toEqual(THEIRS);
      expect(await one.ledger.settled(id, OURS, NOW_MS)).toEqual(OURS);
    });

    it('claims nothing more, neither a new payment nor one that was refused', async () => {
      const refused = testIntent();
      const [one, two] = await asleep(refused);
      const { id } = (await two.ledger.find(refused.key))!;
      await one.ledger.refused(id, REFUSAL, NOW_MS);
      const intent = testIntent({ identifier: 'pay_that_is_new_here' });

      const away = { code: 'LEDGER_AWAY', message: expect.stringContaining('found this one gone') as string };
      await expect(one.ledger.claim(intent, NOW_MS)).rejects.toMatchObject(away);
      await expect(one.ledger.claim(refused, NOW_MS)).rejects.toMatchObject(away);

      expect(await two.ledger.find(intent.key)).toBeUndefined();
      expect((await two.ledger.find(refused.key))?.state).toBe('refused');
      expect(await two.ledger.claim(intent, NOW_MS)).toMatchObject({ kind: 'claimed' });
      expect(await one.ledger.claim(intent, NOW_MS)).toEqual({ kind: 'payment_exists' });
    });

    it('still writes what was paid, or may have been', async () => {
      const [one] = await asleep();

      expect(await one.ledger.claimSettled(testIntent(), OURS, NOW_MS)).toMatchObject({ kind: 'claimed' });
      expect(await one.ledger.claimAsUnknown(testIntent(), 'nonce_used', 'spent', NOW_MS)).toMatchObject({
        kind: 'claimed',
      });
    });

    it('ends when it finds itself gone', async () => {
      const [one] = await asleep();
      const reported: LedgerFault[] = [];
      one.onFault((fault) => reported.push(fault));

      await one.lease.hold(NOW_MS).catch(() => undefined);

      expect(reported).toEqual([{ kind: 'fatal', detail: 'other nodes found this one gone and took over' }]);
      await expect(one.ledger.counts()).rejects.toMatchObject({ name: 'LedgerBrokenError' });
    });
  });

  it('claims nothing when it was not heard of for a while', async () => {
    const one = await database.open('one', { times: { ...STILL, goneMs: 200, claimLeftMs: 140, settleLeftMs: 120 } });
    const reported: LedgerFault[] = [];
    one.onFault((fault) => reported.push(fault));
    await new Promise((resolve) => setTimeout(resolve, 120));
    const intent = testIntent();

    await expect(one.ledger.claim(intent, NOW_MS)).rejects.toMatchObject({ code: 'LEDGER_AWAY' });

    expect(await one.ledger.find(intent.key)).toBeUndefined();
    expect(reported).toEqual([{ kind: 'away', detail: 'LEDGER_AWAY' }]);
  });

  it('keeps a chain of events for each, whose changes and lost ends show', async () => {
    const [one, two] = [await database.open('one', { times: STILL }), await database.open('two', { times: STILL })];
    for (const store of [one, two, one, two]) {
      const { id } = await claim(store);
      await store.ledger.settled(id, OURS, NOW_MS);
      await store.ledger.delivered(id, NOW_MS);
      // Sealed, and seen by the other.
      await store.lease.hold(NOW_MS);
    }
    const changed = async (sql: string): Promise<readonly string[]> => {
      await database.server.run(`SET session_replication_role = replica; ${sql}`);
      return two.reader.faults();
    };

    expect(await two.reader.faults()).toEqual([]);
    expect(await changed("DELETE FROM event_seal WHERE boot_id = 'two' AND to_seq > 3")).toEqual([]);
    expect(await changed("UPDATE payment_event SET at = at + 1 WHERE boot_id = 'one' AND seq = 1")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^events of boot one up to \d+ are not what the seal that two saw says$/),
      ]),
    );
    expect(
      await changed(
        "UPDATE payment SET state = 'settling', evidence = NULL, payment_response = NULL, transaction_hash = NULL, delivered_at = NULL WHERE id = 2",
      ),
    ).toEqual(expect.arrayContaining(['payment 2 is settling, its events say settling, settled, delivered']));
  });

  it('stops all when the ledger lost what it had acknowledged', async () => {
    const [one, two] = [await database.open('one', { times: STILL }), await database.open('two', { times: STILL })];
    const reported: string[] = [];
    for (const store of [one, two]) store.onFault(({ detail }) => reported.push(detail));
    await claim(one);
    await one.lease.hold(NOW_MS);
    await database.server.run(
      'SET session_replication_role = replica; DELETE FROM event_seal; DELETE FROM payment_event; DELETE FROM payment',
    );

    await one.lease.hold(NOW_MS).catch(() => undefined);
    await two.lease.hold(NOW_MS).catch(() => undefined);

    expect(reported).toEqual([
      'the ledger lost what it had acknowledged, as an asynchronous failover does',
      'payments are stopped on all nodes (run audit and ledger verify, then resume --audited): node one misses events it had written',
    ]);
  });
});
