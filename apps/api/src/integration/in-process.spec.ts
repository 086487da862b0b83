import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifiersOf, type KeySet } from '@stackcheck/signing';
import { receiptBase } from '@stackcheck/signing/receipt';
import type { AnswerSold, Sale } from '../sale/sale';
import { openInProcessShop, type InProcessRequest, type InProcessShop } from '../testing/in-process-shop';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let shop: InProcessShop;

beforeEach(async () => {
  api = await startStarterApi();
  shop = await openInProcessShop(api);
});
afterEach(async () => {
  await shop.close();
  await api.close();
});

const PRODUCT: InProcessRequest = {
  operationId: 'service_eol_product',
  target: '/v1/eol/nodejs',
  pathParams: { product: 'nodejs' },
};
const CHECK: InProcessRequest = {
  operationId: 'service_eol_check',
  target: '/v1/eol/check',
  body: { items: [{ product: 'nodejs', version: '24' }] },
};
const STACK: InProcessRequest = {
  operationId: 'service_stack_check',
  target: '/v1/stack/check',
  body: { images: ['node:24'] },
};
const SNAPSHOT: InProcessRequest = { operationId: 'service_eol_snapshot', target: '/v1/eol/snapshot' };

const paymentFor = ({ operationId, target }: InProcessRequest, changes = {}): string =>
  api.payment(operationId, target, changes);

function overHttp({ target, body }: InProcessRequest, payment?: string): Promise<Response> {
  return fetch(api.url + target, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(payment === undefined ? {} : { 'PAYMENT-SIGNATURE': payment }),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function bought(request: InProcessRequest, payment = paymentFor(request)): Promise<AnswerSold> {
  const sale = await shop.ask({ ...request, payment });
  if (sale.kind !== 'answer') throw new Error(`not sold: ${JSON.stringify(sale)}`);
  return sale;
}

const textOf = ({ paid }: AnswerSold): string => Buffer.from(paid.answer.body).toString('utf8');

function refusalOf(sale: Sale): { readonly code: string; readonly offer: string | undefined } {
  if (sale.kind !== 'refused') throw new Error(`not refused: ${sale.kind}`);
  return { code: sale.error.code, offer: sale.offer && Buffer.from(sale.offer.body).toString('utf8') };
}

/** The newest row without the columns in which any two payments differ. */
async function newestRow(): Promise<object> {
  const { id: _id, key: _key, transaction: _transaction, ...row } = (await shop.rows())[0]!;
  return row;
}

/** That an answer over HTTP was delivered is written after its last byte. */
async function everythingDelivered(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await shop.rows()).every(({ deliveredAt }) => deliveredAt !== null)) return;
    await sleep(10);
  }
}

describe('the same sale without HTTP', () => {
  test.each([PRODUCT, CHECK, STACK, SNAPSHOT])(
    '$operationId: one answer and one kind of ledger row',
    async (request) => {
      const sale = await bought(request);
      await sale.paid.delivered();
      const rowInProcess = await newestRow();
      const response = await overHttp(request, paymentFor(request));
      const text = await response.text();
      await everythingDelivered();

      expect(response.status).toBe(200);
      expect(textOf(sale)).toBe(text);
      expect(sale.paid.answer.contentType).toBe(response.headers.get('content-type'));
      expect(sale.receipt['Content-Digest']).toBe(response.headers.get('content-digest'));
      expect(rowInProcess).toMatchObject({ state: 'settled', routeId: request.operationId });
      expect(await newestRow()).toEqual(rowInProcess);
      expect(api.facilitator.transfers.size).toBe(2);
    },
  );

  test('its receipt verifies with the published key', async () => {
    const { receipt, paid } = await bought(PRODUCT);
    const jwks = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as KeySet;
    const parameters = receipt['Signature-Input']!.replace(/^receipt=/, '');
    const keyId = /keyid="([^"]+)"/.exec(parameters)![1]!;
    const signature = Buffer.from(/^receipt=:(.*):$/.exec(receipt['Signature']!)![1]!, 'base64');
    const pieces = { url: TEST_BASE_URL + PRODUCT.target, paymentResponse: paid.paymentResponse };
    const base = receiptBase(receipt['Content-Digest']!, pieces, parameters);

    expect(verifiersOf(jwks).get(keyId)!.verify(Buffer.from(base), signature)).toBe(true);
  });

  test('without a payment it is the offer of HTTP', async () => {
    const sale = await shop.ask(CHECK);
    const response = await overHttp(CHECK);

    expect(sale.kind).toBe('offer');
    if (sale.kind !== 'offer') return;
    expect(Buffer.from(sale.offer.body).toString('utf8')).toBe(await response.text());
    expect(sale.offer.paymentRequired).toBe(response.headers.get('payment-required'));
  });

  test('a payment that is too small is refused with a fresh offer, and nothing is settled', async () => {
    const payment = paymentFor(PRODUCT, { value: 999n });

    expect(refusalOf(await shop.ask({ ...PRODUCT, payment }))).toEqual({
      code: 'payment_underpaid',
      offer: await (await overHttp(PRODUCT, payment)).text(),
    });
    expect(api.facilitator.settleRequests).toHaveLength(0);
    expect(await shop.rows()).toEqual([]);
  });

  test('an input that its route refuses costs nothing', async () => {
    const wrong = { ...CHECK, body: { items: [{ product: 'nodejs' }] } };
    const payment = paymentFor(wrong);
    const refused = await shop.ask({ ...wrong, payment });
    const said = (await (await overHttp(wrong, payment)).json()) as { error: { code: string; message: string } };

    expect(refused).toMatchObject({ kind: 'refused', error: { code: said.error.code, message: said.error.message } });
    expect(said.error.code).toBe('bad_request');
    expect(await shop.rows()).toEqual([]);
  });

  test('a payment that bought its answer here buys it again, here and over HTTP, and is settled once', async () => {
    const payment = paymentFor(CHECK);
    const first = await bought(CHECK, payment);
    const again = await bought(CHECK, payment);
    const response = await overHttp(CHECK, payment);

    expect([textOf(again), await response.text()]).toEqual([textOf(first), textOf(first)]);
    expect(again.paid.replayed).toBe(true);
    expect(api.facilitator.settleRequests).toHaveLength(1);
    expect(await shop.rows()).toHaveLength(1);
  });

  test('a payment that bought its answer here buys no other', async () => {
    const payment = paymentFor(CHECK);
    await bought(CHECK, payment);
    const other = { ...CHECK, body: { items: [{ product: 'nodejs', version: '22' }] } };

    expect(refusalOf(await shop.ask({ ...other, payment })).code).toBe('payment_replayed');
  });

  test('a settlement that is unknown is said to be unknown, and never that nothing was charged', async () => {
    api.facilitator.settleScript.push('lost_after', 'lost_after', 'lost_after');
    const payment = paymentFor(PRODUCT);
    const sale = await shop.ask({ ...PRODUCT, payment });

    expect(refusalOf(sale).code).toBe('settlement_unknown');
    expect(JSON.stringify(sale)).not.toContain('nothing was charged');
    expect(await newestRow()).toMatchObject({ state: 'unknown' });
    expect(await codeOf(await overHttp(PRODUCT, payment))).toBe('settlement_unknown');
  });
});

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}

test('selling names nothing of HTTP servers', () => {
  const folder = join(__dirname, '../sale');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.spec)\.ts$/.test(file),
  );
  const named = sources.filter((file) =>
    /node:http|IncomingMessage|ServerResponse/.test(readFileSync(join(folder, file), 'utf8')),
  );

  expect(sources.length).toBeGreaterThan(20);
  expect(named).toEqual([]);
});
