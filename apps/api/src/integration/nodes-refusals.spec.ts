import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import { callFrom, type CalledFrom } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

jest.setTimeout(60_000);

const TARGET = '/v1/eol/nodejs';
const BOGUS = `0x${'11'.repeat(64)}1b`;
const WITHIN_MS = 20_000;

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('APIs over one LEDGER_URL (skipped where no PostgreSQL can start)', () => {
  let database: PostgresServer;
  let nodes: readonly [StarterApi, StarterApi];
  beforeAll(async () => {
    database = await startPostgres();
    const env = sharedLedger(database.url(), generateKeyPem());
    nodes = [await startStarterApi({ env }), await startStarterApi({ env })];
    for (const { facilitator } of nodes) {
      const verify = facilitator.verify.bind(facilitator);
      facilitator.verify = async (request) => {
        const { signature } = (request.paymentPayload as { payload: { signature: string } }).payload;
        if (signature === BOGUS) return { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' };
        return verify(request);
      };
    }
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.stop();
  });

  const pay = async (node: StarterApi, client: string, signature?: string) => {
    const payment = node.payment('service_eol_product', TARGET, signature === undefined ? {} : { signature });
    return callFrom(client, node.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment } });
  };

  it('count the refused payments of a client together: whom both refused some must wait at both', async () => {
    const [one, two] = nodes;
    const refused = [];
    for (const node of [one, one, one, two, two]) refused.push((await pay(node, '127.0.0.66', BOGUS)).status);
    const hears = async (node: StarterApi): Promise<CalledFrom> => {
      const giveUpAt = performance.now() + WITHIN_MS;
      for (;;) {
        const reply = await pay(node, '127.0.0.66');
        if (reply.status !== 200 || performance.now() > giveUpAt) return reply;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const responses = await Promise.all([hears(one), hears(two)]);

    expect(refused).toEqual([402, 402, 402, 402, 402]);
    for (const { status, headers } of responses) {
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await Promise.all(nodes.map(async (node) => (await pay(node, '127.0.0.7')).status))).toEqual([200, 200]);
  });
});
