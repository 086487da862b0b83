import { createV2Buyer, decodeHeader, encodeHeader, type Purchase, resend, signV2Payment } from '@stackcheck/demo';
import { anvilAvailable } from './chain/anvil';
import { startPaidService, type PaidService } from './service/paid-service';

jest.setTimeout(240_000);

const PRODUCT = '/v1/eol/nodejs';
const PRODUCT_PRICE = 1_000n;

const codeOf = (answer: Purchase) => answer.json<{ error?: { code: string } }>().error?.code;

const there = process.env['CAMPAIGN'] === 'full' && anvilAvailable();
const here = there ? describe : describe.skip;

here('payments that fail on a real chain (needs CAMPAIGN=full and @foundry-rs/anvil-linux-amd64)', () => {
  let strict: PaidService;

  // An API for each test: five refusals would lock this address out.
  beforeEach(async () => {
    strict = await startPaidService();
  });
  afterEach(() => strict?.close());

  it('a payment without funds is refused, and nothing moves', async () => {
    const poor = await strict.chain.newPayer(PRODUCT_PRICE - 1n);

    const { result, transfers } = await strict.during(() => createV2Buyer(poor)(strict.url + PRODUCT));

    expect([result.status, codeOf(result)]).toEqual([402, 'payment_invalid']);
    expect(result.headers.get('payment-required')).not.toBeNull();
    expect(transfers).toEqual([]);
  });

  it('a payment signed for another resource is refused', async () => {
    const rich = await strict.chain.newPayer(PRODUCT_PRICE);
    const payment = await signV2Payment(rich, strict.url + PRODUCT);

    const { result, transfers } = await strict.during(() => resend(`${strict.url}/v1/eol/python`, {}, payment));

    expect([result.status, codeOf(result)]).toEqual([402, 'payment_wrong_resource']);
    expect(transfers).toEqual([]);
  });

  it('a signature over another amount is refused by the chain, and nothing moves', async () => {
    const rich = await strict.chain.newPayer(1_000_000n);
    const payment = await signV2Payment(rich, strict.url + PRODUCT);
    const decoded = decodeHeader(payment['PAYMENT-SIGNATURE']!) as {
      payload: { authorization: { value: string } };
    };
    decoded.payload.authorization.value = '1001';
    const forged = { 'PAYMENT-SIGNATURE': encodeHeader(decoded) };

    const { result, transfers } = await strict.during(() => resend(strict.url + PRODUCT, {}, forged));

    expect([result.status, codeOf(result)]).toEqual([402, 'payment_invalid']);
    expect(transfers).toEqual([]);
  });

  it('a facilitator that cannot verify is no settlement: 503, and the same payment is good afterwards', async () => {
    const rich = await strict.chain.newPayer(PRODUCT_PRICE);
    strict.facilitator.faults.add('verify', 'undone_error');

    const { result, transfers } = await strict.during(async () => {
      const first = await createV2Buyer(rich)(strict.url + PRODUCT);
      return { first, again: await resend(strict.url + PRODUCT, {}, first.payment!) };
    });

    expect([result.first.status, codeOf(result.first)]).toEqual([503, 'facilitator_unavailable']);
    expect([result.again.status, codeOf(result.again)]).toEqual([200, undefined]);
    expect(transfers).toHaveLength(1);
  });

  it('a facilitator that hangs is given up: verify within 3 s, settle within 10 s, and the answer is not lost', async () => {
    const rich = await strict.chain.newPayer(2n * PRODUCT_PRICE);
    const buy = () => createV2Buyer(rich)(strict.url + PRODUCT);
    strict.facilitator.faults.add('verify', 'undone_hang');
    const startedAt = performance.now();
    const seen = strict.facilitator.calls.length;
    const unverified = buy().then((answer) => ({ answer, ms: performance.now() - startedAt }));
    while (strict.facilitator.calls.length === seen) await new Promise((resolve) => setTimeout(resolve, 10));
    strict.facilitator.faults.add('settle', 'done_hang');
    const unsettled = buy().then((answer) => ({ answer, ms: performance.now() - startedAt }));

    const [verify, settle] = await Promise.all([unverified, unsettled]);
    const again = await resend(strict.url + PRODUCT, {}, settle.answer.payment!);

    expect([verify.answer.status, codeOf(verify.answer)]).toEqual([503, 'facilitator_unavailable']);
    expect(verify.ms).toBeLessThan(9_000);
    expect([settle.answer.status, codeOf(settle.answer)]).toEqual([503, 'settlement_unknown']);
    expect(settle.ms).toBeLessThan(18_000);
    expect([again.status, codeOf(again)]).toEqual([200, undefined]);
    expect(await strict.chain.balance(rich.address)).toBe(PRODUCT_PRICE);
  });
});
