import { once } from 'node:events';
import { connect } from 'node:net';
import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk } from '@stackcheck/signing';
import { receiptBase } from '@stackcheck/signing/receipt';
import { decodeHeader } from '@stackcheck/payment-x402/read';
import { LARGE_BYTES, SHOP_URL, startShopApp, type ShopApp } from './testing/shop-app';

let app: ShopApp;
afterEach(() => app.close());

const decoded = (response: Response, name: string): unknown => {
  const read = decodeHeader(response.headers.get(name) ?? '');
  return read.ok ? read.value : read;
};
const code = async (response: Response): Promise<string> =>
  ((await response.json()) as { readonly error: { readonly code: string } }).error.code;

describe('a paid route', () => {
  beforeEach(async () => {
    app = await startShopApp();
  });

  test.each([
    ['/jokes/cats', `${SHOP_URL}/jokes/cats`],
    ['/books/7/page?x=1', `${SHOP_URL}/books/7/page?x=1`],
  ])('offers %s without a payment, and makes no answer', async (path, url) => {
    const response = await fetch(app.url + path);

    expect(response.status).toBe(402);
    expect(decoded(response, 'payment-required')).toMatchObject({
      x402Version: 2,
      accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: '1000' }],
      resource: { url },
    });
    expect(await response.json()).toMatchObject({ x402Version: 1, error: { code: 'payment_required' } });
    expect(app.made()).toBe(0);
  });

  test('answers a HEAD with what a GET would cost, paid or not', async () => {
    const response = await fetch(`${app.url}/jokes/cats`, { method: 'HEAD', headers: app.pay('/jokes/cats') });

    expect([response.status, await response.text(), app.made()]).toEqual([402, '', 0]);
    expect(app.facilitator.settleRequests).toEqual([]);
  });

  test('sells, and gives the same answer to the same payment without charging again', async () => {
    const headers = app.pay('/jokes/cats');

    const first = await fetch(`${app.url}/jokes/cats`, { headers });
    const again = await fetch(`${app.url}/jokes/cats`, { headers });

    expect(await first.json()).toEqual({ topic: 'cats', number: 1 });
    expect(await again.json()).toEqual({ topic: 'cats', number: 1 });
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'));
    expect(decoded(first, 'payment-response')).toMatchObject({ success: true, network: 'eip155:84532' });
    expect([app.made(), app.facilitator.transfers.size]).toEqual([1, 1]);
  });

  test('an answer that throws goes to the error handler, charges nothing and leaves the payment unspent', async () => {
    const headers = app.pay('/jokes/nothing');

    const failed = await fetch(`${app.url}/jokes/nothing`, { headers });
    const again = await fetch(`${app.url}/jokes/nothing`, { headers });

    expect([failed.status, again.status]).toEqual([500, 500]);
    expect(app.errors.map(String)).toEqual(Array(2).fill('Error: nobody jokes about nothing'));
    expect(app.facilitator.settleRequests).toEqual([]);
  });

  test('of fifty at once with one payment one is worked on, and nobody pays twice', async () => {
    const headers = app.pay('/jokes/cats');

    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${app.url}/jokes/cats`, { headers })));

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect([app.made(), app.facilitator.transfers.size]).toEqual([1, 1]);
  });

  test('a settlement that nobody knows is held, and its payment gets the answer, also of the next process', async () => {
    app.facilitator.settleScript.push('lost_after', 'lost_before');
    const headers = app.pay('/jokes/cats');

    const held = await fetch(`${app.url}/jokes/cats`, { headers });
    expect([held.status, await code(held)]).toEqual([503, 'settlement_unknown']);
    expect(held.headers.get('retry-after')).toBe('30');

    app.facilitator.settleScript.length = 0;
    app.facilitator.settleScript.push({
      kind: 'settled',
      transaction: `0x${'ab'.repeat(32)}`,
      payer: app.facilitator.settleRequests[0]!.expected.payer,
      network: 'eip155:84532',
    });
    app = await app.reopen();
    const answered = await until(() => fetch(`${app.url}/jokes/cats`, { headers }));

    expect(await answered.json()).toEqual({ topic: 'cats', number: 1 });
    expect([app.made(), app.facilitator.transfers.size]).toEqual([0, 1]);
  });

  test.each([
    ['another body', { joke: 2 }],
    ['a body with one more member', { joke: 1, more: null }],
  ])('a payment for one body does not buy %s', async (_, other) => {
    const headers = { 'Content-Type': 'application/json', ...app.pay('/jokes', { identifier: 'jokes-identifier-1' }) };
    const post = (body: unknown): Promise<Response> =>
      fetch(`${app.url}/jokes`, { method: 'POST', headers, body: JSON.stringify(body) });

    const sold = await post({ joke: 1 });
    const refused = await post(other);

    expect(await sold.json()).toEqual({ asked: { joke: 1 }, number: 1 });
    expect([refused.status, await code(refused)]).toEqual([409, 'payment_id_conflict']);
    expect(app.made()).toBe(1);
  });

  test('takes a payment of x402 v1, whose answer has the settlement under both names', async () => {
    const { 'PAYMENT-SIGNATURE': header } = app.pay('/jokes/cats', { x402Version: 1 });

    const response = await fetch(`${app.url}/jokes/cats`, { headers: { 'X-PAYMENT': header! } });

    expect(await response.json()).toEqual({ topic: 'cats', number: 1 });
    expect(response.headers.get('x-payment-response')).toBe(response.headers.get('payment-response'));
  });

  test('a payment that is refused when it is settled buys nothing, and the offer says why', async () => {
    app.facilitator.settleScript.push({ kind: 'refused', code: 'payment_underpaid', reason: 'insufficient_funds' });

    const response = await fetch(`${app.url}/jokes/cats`, { headers: app.pay('/jokes/cats') });

    expect([response.status, response.headers.get('payment-response')]).toEqual([402, null]);
    expect(decoded(response, 'payment-required')).toMatchObject({ error: 'payment_underpaid' });
    expect(await code(response)).toBe('payment_underpaid');
    expect(app.facilitator.transfers.size).toBe(0);
  });

  test('a body that no parser has read is a fault of the application, and is not sold', async () => {
    const headers = { 'Content-Type': 'application/json', ...app.pay('/unread') };

    const response = await fetch(`${app.url}/unread`, { method: 'POST', headers, body: '{"joke":1}' });

    expect(response.status).toBe(500);
    expect(String(app.errors[0])).toContain('express.json()');
    expect(app.facilitator.settleRequests).toEqual([]);
  });

  test.each([
    ['no payment at all', '%%%', 402, 'payment_invalid', 'The payment header is not standard base64.'],
    [
      'one for another price',
      undefined,
      402,
      'payment_wrong_resource',
      'The payment names another URL than the one called, or none.',
    ],
  ])(
    'refuses %s with a fresh offer and without a link to a page that is not there',
    async (_, header, status, why, message) => {
      const headers = header === undefined ? app.pay('/jokes/dogs') : { 'PAYMENT-SIGNATURE': header };

      const response = await fetch(`${app.url}/jokes/cats`, { headers });

      expect(response.status).toBe(status);
      expect(decoded(response, 'payment-required')).toMatchObject({ error: why });
      const body = (await response.json()) as { readonly error: { readonly message: string } };
      expect(body.error).toMatchObject({ code: why });
      expect(body.error.message).toBe(message);
      expect(body.error).not.toHaveProperty('docs');
    },
  );

  test('a shop that is closing sells nothing, and does not look at payments', async () => {
    const headers = app.pay('/jokes/cats');
    await app.endShop();

    const response = await fetch(`${app.url}/jokes/cats`, { headers });

    expect(response.status).toBe(503);
    expect(((await response.json()) as { readonly error: object }).error).toMatchObject({
      code: 'paused',
      message: 'nothing is sold just now; this payment was not looked at',
    });
    expect([app.made(), app.facilitator.verifyRequests.length]).toEqual([0, 0]);
  });

  test('a text is sold with its media type', async () => {
    const path = '/books/7/page';

    const response = await fetch(app.url + path, { headers: app.pay(path) });

    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html', '<p>1</p>']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('five refused payments of a client make it wait', async () => {
    const refuse = (): Promise<Response> =>
      fetch(`${app.url}/jokes/cats`, { headers: { 'PAYMENT-SIGNATURE': 'bm90IGpzb24=' } });

    for (let times = 0; times < 5; times++) expect((await refuse()).status).toBe(402);

    const response = await refuse();
    expect([response.status, await code(response)]).toEqual([429, 'rate_limited']);
  });
});

test.each([
  ['with a page', 'https://jokes.example.com/errors', 'https://jokes.example.com/errors#payment_id_conflict'],
  ['without one', null, undefined],
])('a refusal that is no offer names the page of its error: %s', async (_, errorsUrl, docs) => {
  app = await startShopApp(errorsUrl === null ? {} : { errorsUrl });
  const headers = { 'Content-Type': 'application/json', ...app.pay('/jokes', { identifier: 'jokes-identifier-1' }) };
  const post = (body: string): Promise<Response> => fetch(`${app.url}/jokes`, { method: 'POST', headers, body });
  await post('{"joke":1}');

  const refused = (await (await post('{"joke":2}')).json()) as { readonly error: { readonly docs?: string } };

  expect(refused.error.docs).toBe(docs);
});

test('with a key, each paid answer has a receipt over its body, URL and settlement', async () => {
  const signer = signerFromPem(generateKeyPem());
  app = await startShopApp({ receipts: signer });

  const response = await fetch(`${app.url}/jokes/cats`, { headers: app.pay('/jokes/cats') });

  const { headers } = response;
  const parameters = headers.get('signature-input')!.replace(/^receipt=/, '');
  const about = { url: `${SHOP_URL}/jokes/cats`, paymentResponse: headers.get('payment-response')! };
  const signature = Buffer.from(/^receipt=:(.*):$/.exec(headers.get('signature')!)![1]!, 'base64');
  const base = Buffer.from(receiptBase(headers.get('content-digest')!, about, parameters));
  expect(verifierFromJwk(signer.publicJwk).verify(base, signature)).toBe(true);
});

test.each(['resetAndDestroy', 'destroy'] as const)(
  'an answer that its client broke off (%s) is owed still, however late it asks again',
  async (how) => {
    const clock = new FixedClock();
    app = await startShopApp({ clock });
    const headers = app.pay('/archive');
    const closed = app.nextClosed();
    const client = connect(Number(new URL(app.url).port), '127.0.0.1');
    client.write(`GET /archive HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${headers['PAYMENT-SIGNATURE']}\r\n\r\n`);
    await once(client, 'data');
    client[how]();
    await closed;

    // Longer than a delivered answer is given again.
    clock.advance(360_000);
    const again = await fetch(`${app.url}/archive`, { headers });

    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([200, LARGE_BYTES]);
    expect([app.made(), app.facilitator.transfers.size]).toEqual([1, 1]);
  },
);

/** Asks until it is answered: what was left open is closed during the first calls. */
async function until(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await ask();
    if (response.status === 200 || tries === 50) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
