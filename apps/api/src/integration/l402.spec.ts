import { randomBytes, createPublicKey, verify } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { decodeInvoice, fetchWithL402, parseL402 } from '@getalby/lightning-tools';
import { FixedClock } from '@stackcheck/contract/testing';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { SandboxInvoices } from '../adapters/lightning/sandbox-invoices';
import { expectError } from '../testing/expect-error';
import { ASKING, callWith, sandboxBuyer } from '../testing/l402-buyer';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const { wallet, payChallenge } = sandboxBuyer({ parseL402, decodeInvoice });

let api: StarterApi;

// Each test has a service of its own: refusals are counted per client.
beforeEach(async () => {
  api = await startStarterApi({ env: { L402: 'sandbox' } });
});
afterEach(() => api.close());

async function bought(target = TARGET, init: RequestInit = {}): Promise<string> {
  return payChallenge(await fetch(api.url + target, { ...init, headers: { ...(init.headers as object), ...ASKING } }));
}

const call = (authorization: string, target = TARGET, init: RequestInit = {}): Promise<Response> =>
  callWith(authorization, api.url + target, init);

const CHECK: RequestInit = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ items: [{ product: 'nodejs', version: '24' }] }),
};

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await holds()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
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
    const response = await fetch(api.url + TARGET, { headers: headers as Record<string, string> });

    await expectError(response, 'payment_required');
    expect(response.headers.has('www-authenticate')).toBe(false);
  });

  test('of HEAD makes no invoice either', async () => {
    const response = await fetch(api.url + TARGET, { method: 'HEAD', headers: ASKING });

    expect([response.status, response.headers.has('www-authenticate')]).toEqual([402, false]);
  });

  test('asks for the price of the route', async () => {
    const amountOf = async (target: string) => {
      const response = await fetch(api.url + target, { headers: ASKING });
      return decodeInvoice(parseL402(response.headers.get('www-authenticate')!).invoice)!.millisatoshi;
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
    const { keys } = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
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
    const first = await (await call(credential)).text();
    const again = await (await call(credential)).text();
    await api.end();
    const second = await api.startAgain();
    api.clock.advance(48 * 3_600_000);
    const after = await fetch(second.url + TARGET, { headers: { Authorization: credential } });

    const text = await after.text();
    await second.close();
    expect([again, text]).toEqual([first, first]);
  });

  test('is good for the body that it was sold for', async () => {
    const post = (version: string): RequestInit => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: [{ product: 'nodejs', version }] }),
    });
    const credential = await bought('/v1/eol/check', post('24'));

    await expectError(await call(credential, '/v1/eol/check', post('22')), 'l402_invalid');
    expect((await call(credential, '/v1/eol/check', post('24'))).status).toBe(200);
  });

  test.each([
    ['a dearer route', TARGET, '/v1/eol/snapshot'],
    ['another product', TARGET, '/v1/eol/go'],
    ['another query', '/v1/eol/image?image=node:24', '/v1/eol/image?image=node:22'],
  ])('buys nothing on %s; the invoice that comes with the refusal does', async (_name, sold, target) => {
    const credential = await bought(sold);

    const refused = await call(credential, target);

    const paid = refused.headers.has('www-authenticate') ? await payChallenge(refused) : '';
    await expectError(refused, 'l402_invalid');
    expect((await call(paid, target)).status).not.toBe(401);
    expect((await call(credential, sold)).status).toBe(200);
  });

  test('is not used up by errors', async () => {
    const [credential, checked] = [await bought(), await bought('/v1/eol/check', CHECK)];
    writeFileSync(join(api.dataDir, 'paused'), '');
    await until(async () => (await call(credential)).status === 503);

    for (let count = 0; count < 3; count++) {
      await expectError(await call(credential), 'paused');
      await expectError(await call(checked, '/v1/eol/check', CHECK), 'paused');
    }
    rmSync(join(api.dataDir, 'paused'));
    await until(async () => (await call(credential)).status === 200);
    expect((await call(checked, '/v1/eol/check', CHECK)).status).toBe(200);
  }, 240_000);

  test('buys one answer however often it is sent at once', async () => {
    const credential = await bought();

    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await call(credential);
        return response.status === 200 ? response.text() : codeOf(response);
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

      expect(parseL402(response.headers.get('www-authenticate')!).invoice).toMatch(/^lnbcrt/);
      await expectError(response, 'l402_invalid');
    },
  );

  test('two payments are one too many, and neither is used', async () => {
    const credential = await bought();
    const header = api.payment('service_eol_product', TARGET);

    const both = await call(credential, TARGET, { headers: { 'PAYMENT-SIGNATURE': header } });

    await expectError(both, 'payment_invalid');
    expect((await call(credential)).status).toBe(200);
    expect((await fetch(api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': header } })).status).toBe(200);
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
    await expectError(await fetch(api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': header } }), 'rate_limited');
  });
});

describe('a node', () => {
  test('must call the invoice settled: a payment that it may still give back buys nothing', async () => {
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    const invoices = new SandboxInvoices({ clock, randomBytes, settlesItself: false });
    await api.close();
    api = await startStarterApi({ env: { L402: 'sandbox' }, overrides: { invoices } });
    const response = await fetch(api.url + TARGET, { headers: ASKING });
    const { invoice } = parseL402(response.headers.get('www-authenticate')!);
    const credential = await payChallenge(response);

    expect((await call(credential)).status).toBe(401);
    invoices.accept(decodeInvoice(invoice)!.paymentHash);
    expect((await call(credential)).status).toBe(401);
    invoices.settle(decodeInvoice(invoice)!.paymentHash);
    expect((await call(credential)).status).toBe(200);
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

    const offer = await fetch(away.url + TARGET, { headers: ASKING });
    const held = await fetch(away.url + TARGET, { headers: { Authorization: credential } });

    await away.close();
    expect(offer.headers.has('www-authenticate')).toBe(false);
    await expectError(offer, 'payment_required');
    await expectError(held, 'facilitator_unavailable');
    const reader = await openPaymentReader(join(api.dataDir, 'payments.db'));
    expect(await reader.list({ limit: 1 })).toEqual([]);
    await reader.close();
  });
});

describe('with the rail on', () => {
  test('the documents tell of it, and the secret is its owner’s alone', async () => {
    const openapi = await (await fetch(`${api.url}/openapi.json`)).text();
    const llms = await (await fetch(`${api.url}/llms.txt`)).text();
    const preflight = await fetch(api.url + TARGET, { method: 'OPTIONS' });

    const words = ['Accept-Payment', '`l402_invalid`', '"l402"'];
    expect(words.filter((word) => openapi.includes(word))).toEqual(words);
    expect(llms).toContain('Accept-Payment: l402');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization, Accept-Payment/);
    expect(statSync(join(api.dataDir, 'keys', 'l402-secret')).mode & 0o777).toBe(0o600);
  });
});

test('with the rail off its headers mean nothing', async () => {
  await api.close();
  api = await startStarterApi();

  for (const headers of [ASKING, { Authorization: 'L402 nonsense' }] as Record<string, string>[]) {
    const response = await fetch(api.url + TARGET, { headers });
    expect(response.headers.has('www-authenticate')).toBe(false);
    await expectError(response, 'payment_required');
  }
  const openapi = await (await fetch(`${api.url}/openapi.json`)).text();
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
