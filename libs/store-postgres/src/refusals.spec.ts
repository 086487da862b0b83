import type { PaymentStore } from '@stackcheck/payment-x402';
import type { ProvenPayer } from '@stackcheck/payment-x402/refusals';
import { LedgerDatabase, postgresPrograms } from './testing';

jest.setTimeout(30_000);

const here = postgresPrograms() === undefined ? describe.skip : describe;
const QUICK = { beatMs: 30, goneMs: 20_000, replacedMs: 3_000, claimLeftMs: 560, settleLeftMs: 480 };

/** Notes what a node counts, its own and others'. */
class Counted {
  readonly counted: (readonly [string, ProvenPayer | null])[] = [];
  readonly limit;

  constructor(store: PaymentStore) {
    this.limit = store.shareRefusals!({
      clientWaitSeconds: (client) => this.of(client),
      refusalsLeft: () => 5,
      payerWaitSeconds: () => 0,
      count: (client, payer) => void this.counted.push([client, payer]),
    });
  }

  of(client: string): number {
    return this.counted.filter(([one]) => one === client).length;
  }
}

here('refusals of nodes over one PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterEach(() => database.close());
  afterAll(() => database.stop());

  const node = async (bootId: string): Promise<Counted> => new Counted(await database.open(bootId, { times: QUICK }));
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    const giveUpAt = performance.now() + 20_000;
    while (!(await holds())) {
      if (performance.now() > giveUpAt) throw new Error('it did not happen in 20 s');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const payer = { address: '0xa', paymentHash: 'c7'.repeat(32) };

  it('are counted once by each, also by one that comes later', async () => {
    const [one, two] = [await node('one'), await node('two')];
    one.limit.count('192.0.2.1', null);
    one.limit.count('192.0.2.1', payer);
    two.limit.count('2001:db8::', null);
    await until(() => one.counted.length >= 3 && two.counted.length >= 3);
    const three = await node('three');
    await until(() => three.counted.length >= 3);
    // What comes after shows that nothing of before came twice.
    three.limit.count('192.0.2.3', null);
    await until(() => one.of('192.0.2.3') > 0 && two.of('192.0.2.3') > 0);

    for (const { counted } of [one, two, three]) {
      expect(counted).toHaveLength(4);
      expect(counted).toEqual(
        expect.arrayContaining([
          ['192.0.2.1', null],
          ['192.0.2.1', payer],
          ['2001:db8::', null],
        ]),
      );
    }
    expect(one.limit.clientWaitSeconds('192.0.2.1')).toBe(2);
  });

  it('are asked for no more after ten minutes, and the rows go', async () => {
    const one = await node('one');
    await database.server.run(
      `INSERT INTO refusal (boot_id, at, counted) SELECT 'gone', now() - make_interval(mins => age),
         jsonb_build_array(jsonb_build_object('client', age::text, 'payer', null)) FROM unnest(ARRAY[5, 11]) AS age`,
    );
    const two = await node('two');
    await until(() => two.of('5') > 0);
    const left = async () => (await database.server.run('SELECT count(*)::int AS rows FROM refusal'))[0]!['rows'];
    await until(async () => (await left()) === 1);

    expect([one.of('11'), two.of('11')]).toEqual([0, 0]);
  });

  it('of a flood are said in part, and a statement that fails stops no beat', async () => {
    const one = await node('one');
    const store = await database.open('two', { times: QUICK });
    const two = new Counted(store);
    for (let client = 0; client < 2_000; client++) one.limit.count(String(client), null);
    await until(() => two.counted.length > 0);
    await database.server.run('DROP TABLE refusal');
    const beats = async () => (await database.server.run("SELECT beat FROM node WHERE boot_id = 'two'"))[0]!['beat'];
    const before = Number(await beats());
    one.limit.count('after', null);
    await until(async () => Number(await beats()) >= before + 5);

    expect([two.counted.length, two.of('after'), one.of('after'), store.nodes!()]).toEqual([500, 0, 1, 2]);
  });
});
