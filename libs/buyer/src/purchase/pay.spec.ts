import { inspect } from 'node:util';
import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { decodeHeader } from '@stackcheck/payment-x402/wire';
import type { Buyer } from '../buyer';
import type { BuyerError } from '../errors/buyer-error';
import { spent } from '../spending/sums';
import { signerFromKey } from '../signing/key-signer';
import { SELLER_URL, toResponse } from '../testing/fake-seller';
import { BuyerHarness } from '../testing/harness';

const NETWORK = 'eip155:84532';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const request = { url: `${SELLER_URL}/v1/eol/nodejs` };

let harness: BuyerHarness;
let buyer: Buyer;
beforeEach(() => {
  harness = new BuyerHarness();
  buyer = harness.process().buyer;
});

const outcomeOf = <T>(work: Promise<T>): Promise<T> => harness.outcomeOf(work);
const faultOf = (work: Promise<unknown>): Promise<BuyerError> => harness.faultOf(work);
const counted = (): bigint => spent(harness.book, { network: NETWORK });
const headers = (): readonly string[] => [...harness.seller.payments.values()].map(({ header }) => header);

describe('a purchase', () => {
  it('is quoted without a signature', async () => {
    const quote = await outcomeOf(buyer.quote(request));

    expect(quote).toMatchObject({
      ...request,
      amount: 1_000n,
      network: NETWORK,
      payTo: SAMPLE_TERMS.payTo,
      isRepeatable: true,
    });
    expect([harness.signed.size, counted()]).toEqual([0, 0n]);
  });

  it('has the answer and the receipt, and counts', async () => {
    const bought = await outcomeOf(buyer.pay(request));

    expect(bought).toMatchObject({
      outcome: 'paid',
      amount: 1_000n,
      receipt: { success: true },
      answer: { status: 200 },
    });
    expect([counted(), harness.seller.charged(), harness.signed.size]).toEqual([1_000n, 1_000n, 1]);
    expect(await outcomeOf(buyer.left())).toEqual({ session: 499_000n, day: 1_999_000n });
  });

  it('sends an identifier of its own with every payment, and a window as long as the offer says', async () => {
    await outcomeOf(buyer.pay(request));
    const decoded = decodeHeader(headers()[0]!);

    expect(decoded).toMatchObject({
      ok: true,
      value: {
        extensions: { 'payment-identifier': { info: { id: expect.stringMatching(/^pay_[0-9a-f]{32}$/) } } },
        payload: { authorization: { validBefore: String(harness.time.ms / 1000 + 60) } },
      },
    });
  });

  it('is free where nothing is asked for it', async () => {
    const { buyer: visitor } = harness.process(null, { fetch: async () => toResponse(404, {}, '{}') });

    expect(await outcomeOf(visitor.pay(request))).toMatchObject({ outcome: 'free', answer: { status: 404 } });
    expect(await outcomeOf(visitor.quote(request))).toBeNull();
  });

  it('is made in version 1 where the seller knows no other', async () => {
    const answer = await harness.seller.fetch(request.url, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: new AbortController().signal,
    });
    const piece = await answer.body!.getReader().read();
    const offer = new TextDecoder().decode(piece.value);
    const sent: Record<string, string>[] = [];
    const { buyer: visitor } = harness.process(null, {
      fetch: async (_url, { headers }) => {
        sent.push(headers);
        return headers['X-PAYMENT'] === undefined ? toResponse(402, {}, offer) : toResponse(200, {}, '{}');
      },
    });

    expect(await outcomeOf(visitor.quote(request))).toMatchObject({
      x402Version: 1,
      network: NETWORK,
      isRepeatable: false,
    });
    expect(await outcomeOf(visitor.pay(request))).toMatchObject({ outcome: 'paid', amount: 1_000n, receipt: null });
    expect(decodeHeader(sent.at(-1)!['X-PAYMENT']!)).toMatchObject({
      ok: true,
      value: { x402Version: 1, network: 'base-sepolia' },
    });
  });

  it('that is answered with an error costs nothing, once its window is closed', async () => {
    harness.seller.moods.push('sell', 'not_found');

    const bought = await outcomeOf(buyer.pay(request));

    expect(bought).toMatchObject({ outcome: 'not_charged', answer: { status: 404 } });
    expect(counted()).toBe(1_000n);
    harness.time.ms += 121_000;
    await outcomeOf(buyer.pay({ url: `${SELLER_URL}/v1/eol/go` }));
    expect(counted()).toBe(1_000n);
  });
});

describe('a cap', () => {
  it.each([
    ['call', { call: 999n }],
    ['session', { session: 1_500n }],
    ['day', { day: 1_999n }],
  ])('of a %s is held before anything is signed', async (cap, caps) => {
    const { buyer: careful } = harness.process(null, { caps });
    if (cap !== 'call') await outcomeOf(careful.pay(request));
    const before = harness.signed.size;

    const fault = await faultOf(careful.pay({ url: `${SELLER_URL}/v1/eol/go` }));

    expect(fault).toMatchObject({ code: 'cap_reached', details: { cap, amount: '1000' } });
    expect(harness.signed.size).toBe(before);
  });

  it('of a session leaves other sessions alone, one of a day the next day', async () => {
    const caps = { session: 1_000n, day: 2_000n };
    const pay = (what: string) =>
      outcomeOf(harness.process(null, { caps }).buyer.pay({ url: `${SELLER_URL}/${what}` }));
    await pay('a');
    await pay('b');

    await expect(pay('c')).rejects.toMatchObject({ details: { cap: 'day' } });
    harness.time.ms += 86_400_000;
    await expect(pay('c')).resolves.toMatchObject({ outcome: 'paid' });
  });

  it('may be lower for one request', async () => {
    expect(await faultOf(buyer.pay(request, { most: 999n }))).toMatchObject({ code: 'cap_reached' });
  });
});

describe('a pin', () => {
  it('is the first recipient of a seller, and says old and new when another one is asked for', async () => {
    await outcomeOf(buyer.pay(request));
    harness.seller.offered.payTo = OTHER;

    const fault = await faultOf(harness.process().buyer.pay({ url: `${SELLER_URL}/v1/eol/go` }));

    expect(fault).toMatchObject({ code: 'pin_changed', details: { field: 'payTo', offered: OTHER } });
    expect(fault.details['pinned']).toBe(SAMPLE_TERMS.payTo.toLowerCase());
    expect(harness.signed.size).toBe(1);
  });

  it('that is configured goes before the first one', async () => {
    const one = harness.process(null, { payTo: OTHER }).buyer;
    const byOrigin = harness.process(null, { payTo: { [SELLER_URL]: SAMPLE_TERMS.payTo } }).buyer;

    expect(await faultOf(one.pay(request))).toMatchObject({ code: 'pin_changed', details: { pinned: OTHER } });
    await expect(outcomeOf(byOrigin.pay(request))).resolves.toMatchObject({ outcome: 'paid' });
  });

  it('of another network takes no offer, and names each', async () => {
    const { buyer: onBase } = harness.process(null, { network: 'eip155:8453' });

    const fault = await faultOf(onBase.pay(request));

    expect(fault).toMatchObject({
      code: 'no_acceptable_offer',
      details: { reasons: ['1. network eip155:84532, not eip155:8453'] },
    });
  });
});

describe('what a purchase does not follow or take', () => {
  const answering = (...responses: ReturnType<typeof toResponse>[]): Buyer =>
    harness.process(null, { fetch: async () => responses.shift()! }).buyer;
  const offer = async () =>
    harness.seller.fetch(request.url, {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: new AbortController().signal,
    });

  it('a redirection, before and after it is paid', async () => {
    const moved = () => toResponse(307, { location: 'https://other.example/' }, '');

    expect(await faultOf(answering(moved()).pay(request))).toMatchObject({ code: 'redirected' });
    expect(await faultOf(answering(await offer(), moved()).pay(request))).toMatchObject({ code: 'redirected' });
    expect(counted()).toBe(1_000n);
  });

  it('an answer over the limit, which the same payment gets with a higher one', async () => {
    expect(await faultOf(buyer.pay(request, { bytesMax: 10 }))).toMatchObject({ code: 'answer_too_large' });
    expect(harness.seller.charged()).toBe(1_000n);

    expect(await outcomeOf(buyer.pay(request))).toMatchObject({ outcome: 'paid' });
    expect([harness.signed.size, counted(), harness.seller.charged()]).toEqual([1, 1_000n, 1_000n]);
  });

  it.each([
    ['no absolute URL', { url: '/v1/eol' }],
    ['http elsewhere', { url: 'http://seller.example/' }],
    ['a password in the URL', { url: 'https://me:secret@seller.example/' }],
    ['a payment of its own', { ...request, headers: { 'X-Payment': 'e30=' } }],
    ['a long body', { ...request, body: 'x'.repeat(1_048_577) }],
  ])('a request with %s', async (_name, bad) => {
    expect(await faultOf(buyer.pay(bad))).toMatchObject({ code: 'bad_request' });
  });
});

describe('secrets', () => {
  const key = 'c0ffee'.repeat(10) + 'abcd';

  it('are in no error, purchase, quote or resumed payment, even where the seller repeats them', async () => {
    const signer = signerFromKey(key);
    let sent = '';
    const { fetch } = harness.seller;
    const echo = harness.process(null, {
      signer,
      async fetch(url, init) {
        const header = init.headers['PAYMENT-SIGNATURE'];
        if (header === undefined) return fetch(url, init);
        sent = header;
        const error = { code: header, message: `you sent ${header} and ${key}` };
        return toResponse(
          402,
          { 'payment-required': (await fetch(url, { ...init, headers: {} })).headers.get('payment-required')! },
          JSON.stringify({ error }),
        );
      },
    });
    const honest = harness.process(null, { signer });
    const seen = [
      await faultOf(echo.buyer.pay(request)),
      await outcomeOf(honest.buyer.pay({ url: `${SELLER_URL}/b` })),
      await outcomeOf(honest.buyer.quote(request)),
      await outcomeOf(honest.buyer.resume()),
      honest.buyer,
      signer,
    ];
    const text = seen
      .map(
        (one) =>
          `${inspect(one, { depth: 9 })}${JSON.stringify(one, (_k, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`,
      )
      .join('');
    const decoded = decodeHeader(sent) as { value: { payload: { signature: string } } };

    expect(sent.length).toBeGreaterThan(500);
    for (const secret of [key, sent, sent.slice(100, 160), decoded.value.payload.signature.slice(2, 66)])
      expect(text).not.toContain(secret);
  });
});
