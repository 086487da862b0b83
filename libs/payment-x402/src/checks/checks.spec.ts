import { readPayment, type Payment } from '../read/read-payment';
import { SAMPLE_RESOURCE } from '../testing/gate-harness';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';
import { signTestPayment, type TestPaymentOptions } from '../testing/sign-test-payment';
import { checkPayment, checkTerms, checkWindow, isOnOurTerms, type CheckContext, type CheckFault } from './checks';

const NOW = 1_790_000_000;
const OTHER = `0x${'11'.repeat(20)}`;
const CONTEXT: CheckContext = {
  terms: SAMPLE_TERMS,
  price: SAMPLE_ROUTE.price,
  resourceUrl: SAMPLE_RESOURCE,
  nowSeconds: NOW,
};
const EXPIRED: CheckFault = { code: 'payment_expired', message: 'validBefore is less than 5 seconds ahead.' };
const EARLY: CheckFault = { code: 'payment_expired', message: 'validAfter is in the future.' };

/** A payment that keeps all rules, but for what is changed. */
function payment(change: Partial<TestPaymentOptions> = {}): Payment {
  const { header } = signTestPayment({
    terms: SAMPLE_TERMS,
    route: SAMPLE_ROUTE,
    resourceUrl: SAMPLE_RESOURCE,
    nowSeconds: NOW,
    ...change,
  });
  const isFirst = change.x402Version === 1;
  const read = readPayment(
    { paymentSignature: isFirst ? [] : [header], xPayment: isFirst ? [header] : [] },
    SAMPLE_TERMS,
  );
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

describe('a payment', () => {
  it.each<[string, Partial<TestPaymentOptions>, CheckFault | null]>([
    ['as offered', {}, null],
    ['of version 1', { x402Version: 1 }, null],
    ['of another scheme', { accepted: { scheme: 'upto' } }, invalid('Only the scheme "exact" is taken.')],
    [
      'of another scheme in version 1',
      { x402Version: 1, payload: { scheme: 'upto' } },
      invalid('Only the scheme "exact" is taken.'),
    ],
    ['of another network', { accepted: { network: 'eip155:8453' } }, { code: 'payment_wrong_network' }],
    [
      'of version 2 with a name of version 1',
      { accepted: { network: 'base-sepolia' } },
      { code: 'payment_wrong_network' },
    ],
    [
      'of version 1 with a name of version 2',
      { x402Version: 1, payload: { network: 'eip155:84532' } },
      { code: 'payment_wrong_network' },
    ],
    ['in another asset', { accepted: { asset: OTHER } }, { code: 'payment_wrong_asset' }],
    ['in the asset, spelled otherwise', { accepted: { asset: SAMPLE_TERMS.asset.toLowerCase() } }, null],
    ['signed to another recipient', { to: OTHER }, { code: 'payment_wrong_payto' }],
    ['that names another recipient', { accepted: { payTo: OTHER } }, { code: 'payment_wrong_payto' }],
    ['to the recipient, spelled otherwise', { accepted: { payTo: SAMPLE_TERMS.payTo.toLowerCase() } }, null],
    ['for another resource', { resourceUrl: `${SAMPLE_RESOURCE}x` }, { code: 'payment_wrong_resource' }],
    [
      'for no resource',
      { payload: { resource: undefined } },
      { code: 'payment_wrong_resource', message: 'The payment names no resource.url.' },
    ],
    [
      'of version 1 for another resource',
      { x402Version: 1, payload: { resource: 'https://a.example/' } },
      { code: 'payment_wrong_resource' },
    ],
    ['of version 1 for this resource', { x402Version: 1, payload: { resource: SAMPLE_RESOURCE } }, null],
    ['of the price', { value: SAMPLE_ROUTE.price }, null],
    ['of more', { value: SAMPLE_ROUTE.price + 1n }, null],
    ['of less', { value: SAMPLE_ROUTE.price - 1n }, { code: 'payment_underpaid' }],
    ['that names less', { accepted: { amount: '999' } }, { code: 'payment_underpaid' }],
    ['that signs less than it names', { value: 999n, accepted: { amount: '1000' } }, { code: 'payment_underpaid' }],
    ['that ends in five seconds', { validBefore: BigInt(NOW + 5) }, null],
    ['that ends sooner', { validBefore: BigInt(NOW + 4) }, EXPIRED],
    ['that has ended', { validBefore: BigInt(NOW - 1) }, EXPIRED],
    ['that begins now', { validAfter: BigInt(NOW) }, null],
    ['that begins later', { validAfter: BigInt(NOW + 1) }, EARLY],
  ])('%s', (_what, change, fault) => {
    const isOfTime = fault === EXPIRED || fault === EARLY;

    expect(checkPayment(payment(change), CONTEXT)).toEqual(fault);
    expect(checkTerms(payment(change), CONTEXT)).toEqual(isOfTime ? null : fault);
    expect(checkWindow(payment(change), CONTEXT)).toEqual(isOfTime ? fault : null);
    const isOfPriceOrResource = fault?.code === 'payment_underpaid' || fault?.code === 'payment_wrong_resource';
    expect(isOnOurTerms(payment(change), CONTEXT)).toBe(fault === null || isOfPriceOrResource);
  });

  it('for the resource as it was offered under another name is one for it', () => {
    const offeredUrl = `${SAMPLE_RESOURCE}?offered`;

    expect(checkPayment(payment({ resourceUrl: offeredUrl }), { ...CONTEXT, offeredUrl })).toBeNull();
    expect(checkPayment(payment(), { ...CONTEXT, offeredUrl })).toBeNull();
    expect(checkPayment(payment({ resourceUrl: 'https://a.example/' }), { ...CONTEXT, offeredUrl })).toEqual({
      code: 'payment_wrong_resource',
    });
  });

  it('that breaks all rules is refused by the first, and by the next one once that is kept', () => {
    const broken: Partial<TestPaymentOptions> = {
      accepted: { scheme: 'upto', network: 'eip155:1', asset: OTHER, payTo: OTHER, amount: '1' },
      resourceUrl: 'https://a.example/',
      value: 1n,
      validBefore: 1n,
    };
    const codes: (string | undefined)[] = [];
    const accepted = { ...broken.accepted };
    const repairs: (() => Partial<TestPaymentOptions>)[] = [
      () => ({}),
      ...['scheme', 'network', 'asset', 'payTo'].map((name) => () => (delete accepted[name], {})),
      () => ({ resourceUrl: SAMPLE_RESOURCE }),
      () => (delete accepted['amount'], { value: SAMPLE_ROUTE.price }),
    ];
    let change = broken;
    for (const repair of repairs) {
      change = { ...change, ...repair(), accepted };
      codes.push(checkPayment(payment(change), CONTEXT)?.code);
    }

    expect(codes).toEqual([
      'payment_invalid',
      'payment_wrong_network',
      'payment_wrong_asset',
      'payment_wrong_payto',
      'payment_wrong_resource',
      'payment_underpaid',
      'payment_expired',
    ]);
  });
});

function invalid(message: string): CheckFault {
  return { code: 'payment_invalid', message };
}
