import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { decodeInvoice, parseL402 } from '@getalby/lightning-tools';
import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import request from 'supertest';
import { ASKING, sandboxBuyer } from '../testing/l402-buyer';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

jest.setTimeout(60_000);

const WATCH = ['service_stack_watch', '/v1/stack/watch'] as const;
const TARGET = '/v1/eol/nodejs';

const watchKey = (id: string) => ({
  id,
  secret: randomBytes(32).toString('base64url'),
  created_at: '2026-11-01T00:00:00Z',
});
const [OLD, NEXT] = [watchKey('old'), watchKey('next')];

const here = postgresPrograms() === undefined ? describe.skip : describe;

here(
  'APIs over one LEDGER_URL, and what buyers carry from one to the other (skipped where no PostgreSQL can start)',
  () => {
    const { payChallenge } = sandboxBuyer({ parseL402, decodeInvoice });
    let database: PostgresServer;
    let shared: Readonly<Record<string, string>>;
    let one: StarterApi;
    let other: StarterApi;

    const start = (...keys: readonly object[]): Promise<StarterApi> =>
      startStarterApi({ env: { ...shared, STACK_WATCH: 'on', WATCH_KEYS: JSON.stringify({ keys }) } });
    const watch = async (api: StarterApi, token?: string): Promise<string> => {
      const sent = token === undefined ? { items: [{ product: 'php', version: '8.0' }] } : { token };
      const { body } = await api.paid(...WATCH, sent).expect(200);
      return (body as { data: { watch: { token: string } } }).data.watch.token;
    };

    beforeAll(async () => {
      database = await startPostgres();
      const rail = { L402: 'sandbox', L402_SECRET: randomBytes(32).toString('hex') };
      shared = { ...sharedLedger(database.url(), generateKeyPem()), ...rail };
      [one, other] = [await start(OLD), await start(NEXT, OLD)];
    });
    afterAll(async () => {
      await one.close();
      await other.close();
      await database.stop();
    });

    it('a watch token is opened by each, also while its key is replaced', async () => {
      const first = await watch(one);
      const second = await watch(other, first);
      await one.close();
      one = await start(OLD, NEXT);
      const third = await watch(one, second);

      expect([first, third].map((token) => token.split('.')[1])).toEqual(['old', 'next']);
      await watch(other, third);
    });

    it('one that would not open what another one seals does not start, and says so', async () => {
      await expect(start(watchKey('stranger'))).rejects.toThrow(
        'another instance over this ledger runs with other values of WATCH_KEYS, of which each must open what the last one of another seals',
      );
    });

    it('a Lightning invoice of one buys an answer of the other, once, which both give again', async () => {
      const credential = await payChallenge(await request(one.url).get(TARGET).set(ASKING));
      const bodies = new Set<string>();
      for (const { url } of [other, one, other])
        bodies.add((await request(url).get(TARGET).set('Authorization', credential).expect(200)).text);

      expect(bodies.size).toBe(1);
      expect(await database.run("SELECT count(*)::int AS n FROM payment WHERE evidence = 'preimage'")).toEqual([
        { n: 1 },
      ]);
    });

    it('one that ends says so at /readyz while it sells on, and takes no connection afterwards', async () => {
      const look = async (): Promise<number> => (await request(other.url).get('/readyz')).status;
      const before = await look();
      const ending = other.announceEnd();
      const [meanwhile, sold] = [await look(), (await other.paid('service_eol_product', TARGET)).status];
      await ending;
      const connecting = connect(Number(new URL(other.url).port), '127.0.0.1');

      expect([before, meanwhile, sold]).toEqual([200, 503, 200]);
      await expect(once(connecting, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    });
  },
);
