import { decodePaymentResponseHeader } from '@x402/core/http';
import type { ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import type { TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

// Each test has a service of its own: refusals are counted per client.
beforeEach(async () => {
  api = await startStarterApi();
});
afterEach(() => api.close());

const TARGET = '/v1/eol/nodejs';

async function get(target: string, header: string, name = 'PAYMENT-SIGNATURE'): Promise<Response> {
  return fetch(api.url + target, { headers: { [name]: header } });
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}

describe('every payment check has its code, a fresh offer and no settlement', () => {
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const now = Date.parse('2026-11-20T12:00:00Z') / 1000;

  test.each<[string, Partial<TestPaymentOptions>, ErrorCode]>([
    ['another scheme', { accepted: { scheme: 'upto' } }, 'payment_invalid'],
    ['another version', { payload: { x402Version: 3 } }, 'payment_invalid'],
    ['a malformed identifier', { identifier: 'short' }, 'payment_invalid'],
    ['another network', { accepted: { network: 'eip155:8453' } }, 'payment_wrong_network'],
    ['another asset', { accepted: { asset: other } }, 'payment_wrong_asset'],
    ['another recipient', { to: other, accepted: { payTo: other } }, 'payment_wrong_payto'],
    ['a recipient that only the offer names', { to: other }, 'payment_wrong_payto'],
    ['no resource', { payload: { resource: undefined } }, 'payment_wrong_resource'],
    ['another resource', { resourceUrl: 'http://127.0.0.1:8402/v1/eol/go' }, 'payment_wrong_resource'],
    ['too little', { value: 999n }, 'payment_underpaid'],
    ['a window about to close', { validBefore: BigInt(now + 4) }, 'payment_expired'],
    ['a window not open yet', { validAfter: BigInt(now + 1) }, 'payment_expired'],
  ])('%s', async (_name, changes, code) => {
    const response = await get(TARGET, api.payment('service_eol_product', TARGET, changes));

    expect(response.status).toBe(ERRORS[code].http);
    expect(response.headers.has('payment-required')).toBe(true);
    expect(await codeOf(response)).toBe(code);
    expect(api.facilitator.settleRequests).toHaveLength(0);
  });

  test.each(['', 'x', '!!!', Buffer.from('{"x402Version":2').toString('base64'), Buffer.from('[]').toString('base64')])(
    'an undecodable header (%s)',
    async (header) => {
      const response = await get(TARGET, header);

      expect([response.status, await codeOf(response)]).toEqual([402, 'payment_invalid']);
    },
  );
});

test.each([
  ['PAYMENT-SIGNATURE', 2, 'eip155:84532', null],
  ['X-PAYMENT', 1, 'base-sepolia', 'the same'],
] as const)('a payment in %s (v%i) is settled once and answered', async (name, x402Version, network, second) => {
  const response = await get(TARGET, api.payment('service_eol_product', TARGET, { x402Version }), name);

  expect(response.status).toBe(200);
  expect(decodePaymentResponseHeader(response.headers.get('payment-response')!)).toMatchObject({
    success: true,
    network,
  });
  expect(response.headers.get('x-payment-response')).toBe(second && response.headers.get('payment-response'));
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.has('etag')).toBe(false);
  expect([...api.facilitator.transfers.values()]).toEqual([1000n]);
});

test('a paid answer is never conditional', async () => {
  const header = api.payment('service_eol_product', TARGET);

  await request(api.url).get(TARGET).set({ 'PAYMENT-SIGNATURE': header, 'If-None-Match': '*' }).expect(200);
});

const check = (version: unknown, header: string) =>
  request(api.url)
    .post('/v1/eol/check')
    .set('PAYMENT-SIGNATURE', header)
    .send({ items: [{ product: 'nodejs', version }] });

describe('the same payment again', () => {
  const identifier = 'pay_0123456789abcdef';

  test('with its identifier gives the same bytes and settles nothing', async () => {
    const header = api.payment('service_eol_product', TARGET, { identifier });
    const first = await get(TARGET, header);
    const firstBody = await first.text();
    api.clock.advance(3_600_000);
    const again = await get(TARGET, header);

    expect([again.status, await again.text()]).toEqual([200, firstBody]);
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'));
    expect(api.facilitator.transfers.size).toBe(1);
  });

  test('without an identifier is answered for five minutes after it was delivered, then it is a replay', async () => {
    const header = api.payment('service_eol_product', TARGET);
    const first = await (await get(TARGET, header)).text();
    expect(await (await get(TARGET, header)).text()).toBe(first);
    api.clock.advance(300_000);
    const again = await get(TARGET, header);

    expect([again.status, await codeOf(again)]).toEqual([402, 'payment_replayed']);
  });

  test('with an identifier that another payment bears is a conflict', async () => {
    await (await get(TARGET, api.payment('service_eol_product', TARGET, { identifier }))).text();
    const other = await get(TARGET, api.payment('service_eol_product', TARGET, { identifier }));

    expect([other.status, await codeOf(other), other.headers.has('payment-required')]).toEqual([
      409,
      'payment_id_conflict',
      false,
    ]);
  });

  test('for another body is a conflict', async () => {
    const header = api.payment('service_eol_check', '/v1/eol/check', { identifier });

    await check('24', header).expect(200);
    expect((await check('22', header)).body).toMatchObject({ error: { code: 'payment_id_conflict' } });
  });

  test('after an input error may still be used', async () => {
    const header = api.payment('service_eol_check', '/v1/eol/check');

    await check(24, header).expect(400);
    await check('24', header).expect(200);
    expect(api.facilitator.transfers.size).toBe(1);
  });

  test('ten times at once settles once', async () => {
    const header = api.payment('service_eol_product', TARGET);
    const replies = await Promise.all(Array.from({ length: 10 }, () => get(TARGET, header)));
    const bodies = await Promise.all(replies.map(async (reply) => [reply.status, await reply.text()] as const));
    const answered = bodies.filter(([status]) => status === 200);

    expect(answered.length).toBeGreaterThan(0);
    expect(new Set(answered.map(([, body]) => body)).size).toBe(1);
    for (const [status] of bodies) expect([200, 402, 409]).toContain(status);
    expect(api.facilitator.transfers.size).toBe(1);
  });
});

describe('a settlement that is not known', () => {
  test('is held, and the same payment gets its answer without a second transfer', async () => {
    api.facilitator.settleScript.push('lost_after');
    const header = api.payment('service_eol_product', TARGET);
    const lost = await get(TARGET, header);

    expect([lost.status, lost.headers.get('retry-after'), lost.headers.has('payment-required')]).toEqual([
      503,
      '30',
      false,
    ]);
    expect(await codeOf(lost)).toBe('settlement_unknown');

    const found = await get(TARGET, header);

    expect(found.status).toBe(200);
    expect(api.facilitator.transfers.size).toBe(1);
  });

  test('is never called expired while it is held', async () => {
    api.facilitator.settleScript.push('lost_before', 'lost_before', 'lost_before');
    const header = api.payment('service_eol_product', TARGET);
    await get(TARGET, header);
    api.clock.advance(600_000);

    expect(await codeOf(await get(TARGET, header))).toBe('settlement_unknown');
  });
});

test('a facilitator that cannot verify charges nothing', async () => {
  api.facilitator.verifyScript.push({ kind: 'unavailable', reason: 'down' });
  const response = await get(TARGET, api.payment('service_eol_product', TARGET));

  expect([response.status, await codeOf(response)]).toEqual([503, 'facilitator_unavailable']);
  expect(response.headers.has('payment-required')).toBe(false);
  expect(api.facilitator.settleRequests).toHaveLength(0);
});

test('five refused payments in ten minutes make the next ones wait, offers excepted', async () => {
  for (let count = 0; count < 5; count++) expect((await get(TARGET, 'broken')).status).toBe(402);
  const limited = await get(TARGET, api.payment('service_eol_product', TARGET));

  expect([limited.status, await codeOf(limited), limited.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '600',
  ]);
  await request(api.url).get(TARGET).expect(402);
  api.clock.advance(600_001);
  expect((await get(TARGET, api.payment('service_eol_product', TARGET))).status).toBe(200);
});
