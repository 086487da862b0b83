import { randomBytes, createPublicKey, verify } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { decodeInvoice, fetchWithL402, parseL402 } from '@getalby/lightning-tools';
import { FixedClock } from '@stackcheck/contract/testing';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import request from 'supertest';
import { SandboxInvoices } from '../adapters/lightning/sandbox-invoices';
import { expectError } from '../testing/expect-error';
import { ASKING, sandboxBuyer } from '../testing/l402-buyer';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const { wallet, payChallenge } = sandboxBuyer({ parseL402, decodeInvoice });

let api: StarterApi;

// Each test has a service of its own: refusals are counted per client.
beforeEach(async () => {
  api = await startStarterApi({ env: { L402: 'sandbox' } });
});
afterEach(() => api.close());

/** A POST of the body where there is one. */
const ask = (target = TARGET, body?: object, { url }: { readonly url: string } = api) =>
  body === undefined ? request(url).get(target) : request(url).post(target).send(body);

const bought = async (target?: string, body?: object): Promise<string> =>
  payChallenge(await ask(target, body).set(ASKING));

const call = (authorization: string, target?: string, body?: object) =>
  ask(target, body).set('Authorization', authorization);

const checkOf = (version: string) => ({ items: [{ product: 'nodejs', version }] });

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await holds()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

describe('the offer', () => {
  test('has a challenge in addition to the x402 offer when it is asked for, on two lines of its own', async () => {
    const { status, all } = await lines({ 'Accept-Payment': 'x402, L402' });

    const challenges = all.filter((line) => line.startsWith('www-authenticate: '));
    const [first, second] = challenges.map((line) => line.slice('www-authenticate: '.length));
    expect(status).toBe(402);
    expect(first).toMatch(/^L402 version="0", token="([^"]+)", macaroon="\1", invoice="lnbcrt[^"]+"$/);
    expect(second).toMatch(/^LSAT macaroon="[^"]+", invoice="lnbcrt[^"]+"$/);
    expect(challenges).toHaveLength(2);
    expect(all.some((line) => line.startsWith('payment-required: '))).toBe(true);
  });

  test.each([
    ['nothing is asked for', {}],
    ['another rail is asked for', { 'Accept-Payment': 'x402' }],
    ['another scheme is used', { Authorization: 'Bearer L402' }],
  ])('makes no invoice when %s', async (_name, headers) => {
    const response = await ask().set(headers as Record<string, string>);

    await expectError(response, 'payment_required');
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });

  test('of HEAD makes no invoice either', async () => {
    const { headers } = await request(api.url).head(TARGET).set(ASKING).expect(402);

    expect(headers).not.toHaveProperty('www-authenticate');
  });

  test('asks for the price of the route', async () => {
    const amountOf = async (target: string) => {
      const { headers } = await ask(target).set(ASKING);
      return decodeInvoice(parseL402(headers['www-authenticate']!).invoice)!.millisatoshi;
    };

    expect([await amountOf(TARGET), await amountOf('/v1/eol/image?image=node:24')]).toEqual([1_000, 5_000]);
  });
});

describe('a paid token', () => {
  test("buys an answer through Alby's client, with a receipt and without PAYMENT-RESPONSE", async () => {
    const response = await fetchWithL402(api.url + TARGET, { headers: ASKING }, { wallet });
    const body = (await response.json()) as { data: { product: string } };
    const header = (name: string) => response.headers.get(name)!;
    const [, parameters] = /^receipt=(.*)$/.exec(header('signature-input'))!;
    const { keys } = (await ask('/.well-known/jwks.json')).body as { keys: { kid: string }[] };
    const key = keys.find(({ kid }) => parameters!.includes(`keyid="${kid}"`))!;
    const base =
      `"@status": 200\n"content-digest": ${header('content-digest')}\n` +
      `"@target-uri";req: ${TEST_BASE_URL}${TARGET}\n"@signature-params": ${parameters}`;

    expect([response.status, body.data.product]).toEqual([200, 'nodejs']);
    expect(response.headers.has('payment-response')).toBe(false);
    expect(header('cache-control')).toBe('private, no-store');
    const signature = Buffer.from(/:(.+):/.exec(header('signature'))![1]!, 'base64');
    expect(verify(null, Buffer.from(base), createPublicKey({ key, format: 'jwk' } as never), signature)).toBe(true);
    expect(api.facilitator.verifyRequests).toHaveLength(0);
  });

  test('gives the same bytes again, also after another start', async () => {
    const credential = await bought();
    const first = await call(credential);
    const again = await call(credential);
    await api.end();
    const second = await api.startAgain();
    api.clock.advance(48 * 3_600_000);
    const after = await ask(TARGET, undefined, second).set('Authorization', credential);

    await second.close();
    expect([again.text, after.text]).toEqual([first.text, first.text]);
  });

  test('is good for the body that it was sold for', async () => {
    const credential = await bought('/v1/eol/check', checkOf('24'));

    await expectError(await call(credential, '/v1/eol/check', checkOf('22')), 'l402_invalid');
    await call(credential, '/v1/eol/check', checkOf('24')).expect(200);
  });

  test.each([
    ['a dearer route', TARGET, '/v1/eol/snapshot'],
    ['another product', TARGET, '/v1/eol/go'],
    ['another query', '/v1/eol/image?image=node:24', '/v1/eol/image?image=node:22'],
  ])('buys nothing on %s; the invoice that comes with the refusal does', async (_name, sold, target) => {
    const credential = await bought(sold);

    const refused = await call(credential, target);

    const paid = 'www-authenticate' in refused.headers ? await payChallenge(refused) : '';
    await expectError(refused, 'l402_invalid');
    expect((await call(paid, target)).status).not.toBe(401);
    await call(credential, sold).expect(200);
  });

  test('is not used up by errors', async () => {
    const [credential, checked] = [await bought(), await bought('/v1/eol/check', checkOf('24'))];
    writeFileSync(join(api.dataDir, 'paused'), '');
    await until(async () => (await call(credential)).status === 503);

    for (let count = 0; count < 3; count++) {
      await expectError(await call(credential), 'paused');
      await expectError(await call(checked, '/v1/eol/check', checkOf('24')), 'paused');
    }
    rmSync(join(api.dataDir, 'paused'));
    await until(async () => (await call(credential)).status === 200);
    expect((await call(checked, '/v1/eol/check', checkOf('24'))).status).toBe(200);
  }, 240_000);

  test('buys one answer however often it is sent at once', async () => {
    const credential = await bought();

    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { status, text, body } = await call(credential);
        return status === 200 ? text : (body as { error: { code: string } }).error.code;
      }),
    );

    const bodies = new Set(answers.filter((answer) => answer !== 'payment_in_progress'));
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain('"product":"nodejs"');
  });
});

describe('refusals', () => {
  test.each(['L402 nonsense', 'LSAT x:y', `L402 AgEB:${'00'.repeat(32)}`])(
    '%s is l402_invalid',
    async (authorization) => {
      const response = await call(authorization);

      expect(parseL402(response.headers['www-authenticate']!).invoice).toMatch(/^lnbcrt/);
      await expectError(response, 'l402_invalid');
    },
  );

  test('two payments are one too many, and neither is used', async () => {
    const credential = await bought();
    const header = api.payment('service_eol_product', TARGET);

    const both = await call(credential).set('PAYMENT-SIGNATURE', header);

    await expectError(both, 'payment_invalid');
    await call(credential).expect(200);
    await ask().set('PAYMENT-SIGNATURE', header).expect(200);
  });

  test('two Authorization lines are refused, whichever comes first', async () => {
    const credential = await bought();

    const { status } = await lines({ Authorization: [credential, credential] });

    expect(status).toBe(401);
  });

  test('five of them make a client wait on both rails', async () => {
    const credential = await bought();
    for (let count = 0; count < 5; count++) await call('L402 nonsense');

    await expectError(await call(credential), 'rate_limited');
    const header = api.payment('service_eol_product', TARGET);
    await expectError(await ask().set('PAYMENT-SIGNATURE', header), 'rate_limited');
  });
});

describe('a node', () => {
  test('must call the invoice settled: a payment that it may still give back buys nothing', async () => {
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    const invoices = new SandboxInvoices({ clock, randomBytes, settlesItself: false });
    await api.close();
    api = await startStarterApi({ env: { L402: 'sandbox' }, overrides: { invoices } });
    const response = await ask().set(ASKING);
    const { invoice } = parseL402(response.headers['www-authenticate']!);
    const credential = await payChallenge(response);

    await call(credential).expect(401);
    invoices.accept(decodeInvoice(invoice)!.paymentHash);
    await call(credential).expect(401);
    invoices.settle(decodeInvoice(invoice)!.paymentHash);
    await call(credential).expect(200);
  });

  test('that cannot be asked leaves the x402 rail as it is, and takes nothing', async () => {
    const credential = await bought();
    const invoices = {
      name: 'away',
      create: async () => ({ kind: 'unavailable', reason: 'away' }) as const,
      lookup: async () => ({ kind: 'unavailable', reason: 'away' }) as const,
      cancel: async () => ({ kind: 'unavailable', reason: 'away' }) as const,
    };
    await api.end();
    const away = await api.startAgain({ invoices });

    const offer = await ask(TARGET, undefined, away).set(ASKING);
    const held = await ask(TARGET, undefined, away).set('Authorization', credential);

    await away.close();
    expect(offer.headers).not.toHaveProperty('www-authenticate');
    await expectError(offer, 'payment_required');
    await expectError(held, 'facilitator_unavailable');
    const reader = await openPaymentReader(join(api.dataDir, 'payments.db'));
    expect(await reader.list({ limit: 1 })).toEqual([]);
    await reader.close();
  });
});

describe('with the rail on', () => {
  test('the documents tell of it, and the secret is its owner’s alone', async () => {
    const { text: openapi } = await ask('/openapi.json');
    const { text: llms } = await ask('/llms.txt');

    const words = ['Accept-Payment', '`l402_invalid`', '"l402"'];
    expect(words.filter((word) => openapi.includes(word))).toEqual(words);
    expect(llms).toContain('Accept-Payment: l402');
    await request(api.url)
      .options(TARGET)
      .expect('Access-Control-Allow-Headers', /Authorization, Accept-Payment/);
    expect(statSync(join(api.dataDir, 'keys', 'l402-secret')).mode & 0o777).toBe(0o600);
  });
});

test('with the rail off its headers mean nothing', async () => {
  await api.close();
  api = await startStarterApi();

  for (const headers of [ASKING, { Authorization: 'L402 nonsense' }] as Record<string, string>[]) {
    const response = await ask().set(headers);
    expect(response.headers).not.toHaveProperty('www-authenticate');
    await expectError(response, 'payment_required');
  }
  const { text: openapi } = await ask('/openapi.json');
  expect(['Accept-Payment', '`l402_invalid`', '"l402"'].filter((word) => openapi.includes(word))).toEqual([]);
});

/** Status and header lines as sent, which fetch would join. */
async function lines(headers: Readonly<Record<string, string | string[]>>): Promise<{ status: number; all: string[] }> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    get(api.url + TARGET, { headers, agent: false }, resolve).on('error', reject),
  );
  reply.resume();
  const { rawHeaders } = reply;
  return {
    status: reply.statusCode!,
    all: rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[at + 1]}`] : [])),
  };
}
