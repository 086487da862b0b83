import { randomUUID } from 'node:crypto';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createV2Buyer, decodeHeader, type Purchase, resend, signV2Payment } from '@stackcheck/demo';
import { createV1Buyer, readV1Offer, signV1Payment } from './buyers/v1-buyer';
import { walletSigner } from './buyers/wallet-signer';
import { anvilAvailable } from './chain/anvil';
import type { Fault } from './facilitator/faults';
import { BASE_URL, startPaidService, type PaidService } from './service/paid-service';
import { PRICED_QUESTIONS } from './service/priced-questions';

jest.setTimeout(240_000);

/** A question that no payment can get an answer to. */
interface Faulty {
  readonly code: string;
  readonly status: number;
  readonly path: string;
  readonly body?: object;
}

const FAULTY: readonly Faulty[] = [
  { code: 'unknown_id', status: 404, path: '/v1/eol/no-such-product' },
  { code: 'bad_request', status: 400, path: '/v1/eol/check', body: { items: 'nodejs' } },
  { code: 'bad_request', status: 400, path: '/v1/eol/image?image=UPPER/case:%20' },
  {
    code: 'too_many_items',
    status: 413,
    path: '/v1/eol/check',
    body: { items: Array.from({ length: 51 }, () => ({ product: 'nodejs', version: '20' })) },
  },
];

const PRODUCT = '/v1/eol/nodejs';
const PRODUCT_PRICE = '1000';

const requestOf = (body?: object): RequestInit =>
  body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { method: 'GET' };

const codeOf = (answer: Purchase) => answer.json<{ error?: { code: string } }>().error?.code;

/** The same payment, until the service, which asks about open payments by itself, is not at work on it. */
async function askAgain(url: string, payment: Readonly<Record<string, string>>): Promise<Purchase> {
  for (;;) {
    const answer = await resend(url, {}, payment);
    if (codeOf(answer) !== 'payment_in_progress') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const there = anvilAvailable();

(there ? describe : describe.skip)('paying on a real chain (needs @foundry-rs/anvil-linux-amd64)', () => {
  let service: PaidService;
  let payer: PrivateKeyAccount;

  beforeAll(async () => {
    service = await startPaidService();
    payer = await service.chain.newPayer(10_000_000n);
  });
  afterAll(() => service?.close());

  const transferOf = (value: string) => ({ from: payer.address, to: service.payTo, value });

  describe.each(['version 2', 'version 1'] as const)('a buyer of protocol %s', (version) => {
    const buy = (path: string, body?: object) =>
      (version === 'version 2' ? createV2Buyer(payer) : createV1Buyer(payer))(service.url + path, requestOf(body));

    it.each(PRICED_QUESTIONS)(
      'gets an answer of $route for one transfer of exactly $price',
      async ({ price, path, body }) => {
        const { result, transfers } = await service.during(() => buy(path, body));

        expect([result.status, codeOf(result)]).toEqual([200, undefined]);
        expect(result.json()).toHaveProperty('data');
        expect(transfers).toEqual([expect.objectContaining(transferOf(price))]);
        expect(result.receipt).toEqual(
          expect.objectContaining({
            success: true,
            transaction: transfers[0]?.transaction,
            network: version === 'version 2' ? 'eip155:8453' : 'base',
            payer: payer.address,
          }),
        );
        const legacyReceipt = version === 'version 1' ? result.headers.get('payment-response') : null;
        expect(result.headers.get('x-payment-response')).toBe(legacyReceipt);
        expect(result.headers.get('cache-control')).toBe('private, no-store');
        expect(result.headers.get('etag')).toBeNull();
      },
    );

    it.each(FAULTY)('is not charged for $code ($status) on $path', async ({ code, status, path, body }) => {
      const { result, transfers } = await service.during(() => buy(path, body));

      expect([result.status, codeOf(result)]).toEqual([status, code]);
      expect(result.payment).toBeDefined();
      expect(result.receipt).toBeUndefined();
      expect(transfers).toEqual([]);
    });

    it.each<[Fault]>([['done_cut'], ['done_error'], ['done_garbage'], ['undone_cut'], ['undone_error']])(
      'after a settle call that ended in %s gets the answer for the same payment, and one transfer is made',
      async (fault) => {
        service.facilitator.faults.add('settle', fault);

        const { result, transfers } = await service.during(async () => {
          const first = await buy(PRODUCT);
          return { first, again: await askAgain(service.url + PRODUCT, first.payment!) };
        });

        expect([result.first.status, codeOf(result.first)]).toEqual([503, 'settlement_unknown']);
        expect(result.first.headers.get('retry-after')).toBe('30');
        expect(result.first.headers.get('payment-required')).toBeNull();
        expect([result.again.status, codeOf(result.again)]).toEqual([200, undefined]);
        expect(result.again.receipt?.success).toBe(true);
        expect(transfers).toEqual([expect.objectContaining(transferOf(PRODUCT_PRICE))]);
      },
    );
  });

  it('a settlement that is reported pending is answered for the same payment, and one transfer is made', async () => {
    service.facilitator.faults.add('settle', 'pending');

    const { result, transfers } = await service.during(async () => {
      const first = await createV2Buyer(payer)(service.url + PRODUCT);
      return first.status === 503 ? askAgain(service.url + PRODUCT, first.payment!) : first;
    });

    expect([result.status, codeOf(result)]).toEqual([200, undefined]);
    expect(result.receipt?.transaction).toBe(transfers[0]?.transaction);
    expect(transfers).toEqual([expect.objectContaining(transferOf(PRODUCT_PRICE))]);
  });

  it('a payment with an identifier gives the byte-identical answer again, and again after a restart', async () => {
    const identifier = `pay_${randomUUID()}`;

    const { result, transfers } = await service.during(async () => {
      const first = await createV2Buyer(payer, { identifier })(service.url + PRODUCT);
      const again = await resend(service.url + PRODUCT, {}, first.payment!);
      await service.restart();
      return { first, again, later: await resend(service.url + PRODUCT, {}, first.payment!) };
    });

    expect(result.first.status).toBe(200);
    for (const repeated of [result.again, result.later]) {
      expect(repeated.status).toBe(200);
      expect(repeated.body.equals(result.first.body)).toBe(true);
      expect(repeated.headers.get('payment-response')).toBe(result.first.headers.get('payment-response'));
    }
    expect(transfers).toHaveLength(1);
  });

  it('a facilitator that hangs on an open payment delays neither start nor end by its time-out', async () => {
    const { faults } = service.facilitator;
    faults.add('settle', 'undone_cut');
    const open = await createV2Buyer(payer)(service.url + PRODUCT);
    faults.add('settle', 'undone_hang', 'undone_hang', 'undone_hang');

    const tookMs = await service.restart();
    const { status } = await fetch(`${service.url}/livez`);
    faults.clear();

    expect([open.status, status]).toEqual([503, 200]);
    // Ten seconds for each of the two runs of the reconciler otherwise.
    expect(tookMs).toBeLessThan(18_000);
    await service.restart();
    expect((await resend(service.url + PRODUCT, {}, open.payment!)).status).toBe(200);
  }, 240_000);

  it('an identifier is bound to its payment: another payment with it is a conflict and moves nothing', async () => {
    const identifier = `pay_${randomUUID()}`;
    await createV2Buyer(payer, { identifier })(service.url + PRODUCT);

    const { result, transfers } = await service.during(() =>
      createV2Buyer(payer, { identifier })(service.url + PRODUCT),
    );

    expect([result.status, codeOf(result)]).toEqual([409, 'payment_id_conflict']);
    expect(transfers).toEqual([]);
  });

  it('a delivered payment without an identifier gives the same answer again for a while, and is charged once', async () => {
    const { result, transfers } = await service.during(async () => {
      const first = await createV2Buyer(payer)(service.url + PRODUCT);
      return { first, again: await resend(service.url + PRODUCT, {}, first.payment!) };
    });

    expect(result.first.status).toBe(200);
    expect(result.again.status).toBe(200);
    expect(result.again.body.equals(Buffer.from(result.first.body))).toBe(true);
    expect(transfers).toHaveLength(1);
  });

  it('a payment that a 404 left unspent buys another answer', async () => {
    const { result, transfers } = await service.during(async () => {
      const missed = await createV1Buyer(payer)(`${service.url}/v1/eol/no-such-product`);
      return { missed, bought: await resend(service.url + PRODUCT, {}, missed.payment!) };
    });

    expect(result.missed.status).toBe(404);
    expect([result.bought.status, codeOf(result.bought)]).toEqual([200, undefined]);
    expect(transfers).toEqual([expect.objectContaining(transferOf(PRODUCT_PRICE))]);
  });

  it('one payment used ten times at once is one transfer, and every answer has the same bytes', async () => {
    const payment = await signV2Payment(payer, service.url + PRODUCT);

    const { result, transfers } = await service.during(() =>
      Promise.all(Array.from({ length: 10 }, () => resend(service.url + PRODUCT, {}, payment))),
    );

    const answered = result.filter(({ status }) => status === 200);
    const others = result.filter(({ status }) => status !== 200);
    expect(transfers).toEqual([expect.objectContaining(transferOf(PRODUCT_PRICE))]);
    expect(answered.length).toBeGreaterThan(0);
    for (const { body } of answered) expect(body.equals(answered[0]!.body)).toBe(true);
    for (const other of others) {
      expect([
        [409, 'payment_in_progress'],
        [402, 'payment_replayed'],
      ]).toContainEqual([other.status, codeOf(other)]);
    }
  });

  it('one payment used for two different answers at once is one transfer and one answer', async () => {
    const offer = readV1Offer(await (await fetch(service.url + PRODUCT)).json());
    const payment = { 'X-PAYMENT': await signV1Payment(payer, offer, Date.now()) };

    const { result, transfers } = await service.during(() =>
      Promise.all(['/v1/eol/nodejs', '/v1/eol/python'].map((path) => resend(service.url + path, {}, payment))),
    );

    expect(result.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(transfers).toHaveLength(1);
  });

  it('a smart wallet (ERC-1271) can pay', async () => {
    const wallet = await service.chain.newWallet(BigInt(PRODUCT_PRICE));

    const { result, transfers } = await service.during(() =>
      createV2Buyer(walletSigner(wallet))(service.url + PRODUCT),
    );

    expect([result.status, codeOf(result)]).toEqual([200, undefined]);
    expect(transfers.map(({ from, value }) => [from.toLowerCase(), value])).toEqual([
      [wallet.address.toLowerCase(), PRODUCT_PRICE],
    ]);
  });

  it('who signs more than the price pays what was signed', async () => {
    const offer = readV1Offer(await (await fetch(service.url + PRODUCT)).json());
    const generous = { ...offer, maxAmountRequired: '1500' };
    const payment = { 'X-PAYMENT': await signV1Payment(payer, generous, Date.now()) };

    const { result, transfers } = await service.during(() => resend(service.url + PRODUCT, {}, payment));

    expect([result.status, codeOf(result)]).toEqual([200, undefined]);
    expect(transfers).toEqual([expect.objectContaining(transferOf('1500'))]);
  });

  it('HEAD never settles, even with a good payment', async () => {
    const payment = await signV2Payment(payer, service.url + PRODUCT);

    const { result, transfers } = await service.during(() =>
      resend(service.url + PRODUCT, { method: 'HEAD' }, payment),
    );

    expect(result.status).not.toBe(200);
    expect(result.body).toHaveLength(0);
    expect(transfers).toEqual([]);
  });

  it('offers name the configured base URL, whatever the Host header says', async () => {
    const response = await fetch(service.url + PRODUCT, { headers: { 'x-forwarded-host': 'evil.example' } });
    const offer = decodeHeader(response.headers.get('payment-required')!) as { resource: { url: string } };
    const v1 = readV1Offer(await response.json());

    expect(offer.resource.url).toBe(BASE_URL + PRODUCT);
    expect(v1.resource).toBe(BASE_URL + PRODUCT);
  });
});
