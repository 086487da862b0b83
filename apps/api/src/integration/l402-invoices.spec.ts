import { systemClock } from '@stackcheck/contract';
import { randomBytes } from 'node:crypto';
import { decodeInvoice, parseL402 } from '@getalby/lightning-tools';
import { FixedClock } from '@stackcheck/contract/testing';
import request from 'supertest';
import { SandboxInvoices } from '../adapters/lightning/sandbox-invoices';
import { expectError } from '../testing/expect-error';
import { ASKING, sandboxBuyer } from '../testing/l402-buyer';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const { payChallenge } = sandboxBuyer({ parseL402, decodeInvoice });

const inFull = process.env['CAMPAIGN'] === 'full' ? test : test.skip;
let api: StarterApi;

// Each test has a service of its own: refusals are counted per client.
beforeEach(async () => {
  api = await startStarterApi({ env: { L402: 'sandbox' } });
});
afterEach(() => api.close());

/** What a POST sends. */
interface Sent {
  readonly type: string;
  readonly text: string;
}

const ask = (target: string, sent?: Sent) =>
  sent === undefined ? request(api.url).get(target) : request(api.url).post(target).type(sent.type).send(sent.text);

describe('no invoice is made', () => {
  const post = (body: unknown, type = 'application/json'): Sent => ({
    type,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const items = (count: number, product = 'nodejs') =>
    post({ items: Array.from({ length: count }, () => ({ product, version: '24' })) });

  /** A rail whose invoices are counted and stay open until somebody pays them. */
  async function counted(env: Readonly<Record<string, string>> = {}): Promise<SandboxInvoices & { made: string[] }> {
    await api.close();
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    const invoices = new SandboxInvoices({ clock, randomBytes, settlesItself: false });
    const made: string[] = [];
    const create = invoices.create.bind(invoices);
    Object.assign(invoices, {
      made,
      create: async (order: Parameters<typeof create>[0]) => {
        const outcome = await create(order);
        if (outcome.kind === 'created') made.push(outcome.paymentHash);
        return outcome;
      },
    });
    api = await startStarterApi({
      env: { L402: 'sandbox', ...env },
      overrides: { invoices, processorClock: systemClock },
    });
    return invoices as SandboxInvoices & { made: string[] };
  }

  /** What is asked for, and why it has no answer. */
  const UNANSWERABLE: readonly (readonly [string, Sent | undefined, RegExp])[] = [
    ['/v1/eol/nodejss', undefined, /unknown_id/],
    ['/v1/eol/nodejs/99999', undefined, /unknown_id/],
    [`${TARGET}?x=1`, undefined, /bad_request.*"x"/],
    ['/v1/eol/image', undefined, /bad_request/],
    ['/v1/eol/check', post({ items: [{ product: 'nodejs', version: 24 }] }), /bad_request/],
    ['/v1/eol/check', items(51), /too_many_items/],
    ['/v1/eol/check', items(2, 'nothing'), /unknown_id/],
    ['/v1/eol/check', post('{'), /bad_request/],
    ['/v1/eol/check', post('{}', 'text/plain'), /bad_request.*Content-Type/],
    ['/v1/osv/check', post({ purls: ['x'] }), /bad_request/],
    ['/v1/eol/snapshot?since=eol-20200101T000000Z-00000000', undefined, /snapshot_expired/],
  ];

  test('of a request that has no answer: it is offered for x402 alone, and says why', async () => {
    const invoices = await counted({ TRUST_PROXY: '1' });

    for (const [at, [target, sent, why]] of UNANSWERABLE.entries()) {
      const asked = () => ask(target, sent).set('X-Forwarded-For', `192.0.2.${at}`);
      const offer = await asked().set(ASKING).expect('Payment-Required', /./);
      const refused = await asked()
        .set('Authorization', 'L402 nonsense')
        .expect('WWW-Authenticate', 'L402 version="0"');

      expect(offer.headers).not.toHaveProperty('www-authenticate');
      expect((await expectError(offer, 'payment_required')).message).toMatch(why);
      await expectError(refused, 'l402_invalid');
    }
    expect(invoices.made).toEqual([]);
  });

  test('for anything before x402 is offered: its 402 still comes before the input is read', async () => {
    await expectError(await ask('/v1/eol/check', post('{')), 'payment_required');
  });

  test('is true of nothing that can be answered, downloads and dear answers among it', async () => {
    const invoices = await counted();
    const targets: [string, Sent?][] = [
      ['/v1/eol/image?image=node:24'],
      ['/v1/osv/snapshot'],
      ['/v1/eol/snapshot'],
      ['/v1/osv/check', post({ purls: ['pkg:npm/lodash@4.17.20'] })],
      ['/v1/stack/check', post({ purls: ['pkg:npm/lodash@4.17.20'] })],
    ];

    for (const [target, sent] of targets) {
      const { headers } = await ask(target, sent).set(ASKING);
      expect([target, 'www-authenticate' in headers]).toEqual([target, true]);
    }
    expect(invoices.made).toHaveLength(targets.length);
  });

  test('nor anything computed without end for the asking: what nobody pays for is on the budget of its client', async () => {
    await counted({ TRUST_PROXY: '1' });
    const strange = Array.from({ length: 50 }, (_, at) => ({ product: `nothing-of-that-name-${at}`, version: '1' }));
    const sent = post({ items: strange });
    const askFrom = (client: string) => ask('/v1/eol/check', sent).set({ ...ASKING, 'X-Forwarded-For': client });
    const statuses = new Set<number>();
    for (let round = 0; round < 150 && !statuses.has(429); round++)
      await Promise.all(Array.from({ length: 20 }, async () => statuses.add((await askFrom('192.0.2.1')).status)));

    expect(statuses).toEqual(new Set([402, 429]));
    expect((await expectError(await askFrom('192.0.2.1'), 'rate_limited')).message).toMatch(/processor time/);
    await askFrom('192.0.2.2').expect(402);
  }, 240_000);

  inFull(
    'beyond the share of a network; and where a crowd has all, its oldest lapse for others (CAMPAIGN=full)',
    async () => {
      const invoices = await counted({ TRUST_PROXY: '1' });
      const askFrom = (client: string) => ask(TARGET).set({ ...ASKING, 'X-Forwarded-For': client });
      const open = async (): Promise<number> => {
        const found = await Promise.all(invoices.made.map((hash) => invoices.lookup(hash)));
        return found.filter((one) => one.kind === 'found' && one.state === 'open').length;
      };
      // A hundred and ten addresses of two networks.
      for (let count = 0; count < 330; count++) await askFrom(`198.51.${count % 2}.${count % 110}`);
      expect(await open()).toBe(80);

      // As many of as many networks, ten invoices each: more than there may be.
      for (let count = 0; count < 1_100; count++)
        await askFrom(`198.${51 + Math.floor((count % 110) / 55)}.${100 + (count % 55)}.1`);
      expect(await open()).toBe(1_000);

      const sold = await askFrom('192.0.2.1');
      const { invoice } = parseL402(sold.headers['www-authenticate']!);
      for (let count = 0; count < 50; count++) await askFrom(`203.0.${count}.1`);
      expect(await open()).toBe(1_000);
      // Who bought one among the crowd can pay it late, and has his answer.
      const { paymentHash } = decodeInvoice(invoice)!;
      invoices.settle(paymentHash);
      await ask(TARGET)
        .set('Authorization', await payChallenge(sold))
        .expect(200);
    },
    240_000,
  );
});
