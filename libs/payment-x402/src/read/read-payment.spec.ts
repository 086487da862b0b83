import { SAMPLE_RESOURCE } from '../testing/gate-harness';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';
import { signTestPayment } from '../testing/sign-test-payment';
import { readPayment } from './read-payment';

const { header } = signTestPayment({
  terms: SAMPLE_TERMS,
  route: SAMPLE_ROUTE,
  resourceUrl: SAMPLE_RESOURCE,
  nowSeconds: 1_800_000_000,
});
const payload = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as object;

test('a payment is the same one in a header and as a value', () => {
  const read = readPayment({ paymentSignature: [header], xPayment: [] }, SAMPLE_TERMS);

  expect(read).toMatchObject({ ok: true, value: { x402Version: 2 } });
  expect(readPayment({ paymentSignature: [], xPayment: [], payload }, SAMPLE_TERMS)).toEqual(read);
});

test.each([null, 0, '', 'eyJ9', [], {}, { ...payload, x402Version: 1 }, { ...payload, payload: null }])(
  'a value that is no payment is refused: %j',
  (other) => {
    expect(readPayment({ paymentSignature: [], xPayment: [], payload: other }, SAMPLE_TERMS).ok).toBe(false);
  },
);

const ONCE = 'Send one payment header once: PAYMENT-SIGNATURE (v2) or X-PAYMENT (v1).';
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
const withIdentifier = (id: unknown): string =>
  encoded({ ...payload, extensions: { 'payment-identifier': { info: { required: false, id } } } });

test.each<[string, readonly string[], readonly string[], string]>([
  ['none', [], [], 'There is no payment header.'],
  ['two of one name', [header, header], [], ONCE],
  ['two of the older name', [], [header, header], ONCE],
  ['one of each name', [header], [header], ONCE],
  ['one that is no base64', ['%'], [], 'The payment header is not standard base64.'],
  [
    'one with a short identifier',
    [withIdentifier('short')],
    [],
    'The payment-identifier must have an info.id of 16 to 128 characters of A-Z a-z 0-9 _ -.',
  ],
])('of %s it is said what is wrong', (_what, paymentSignature, xPayment, message) => {
  expect(readPayment({ paymentSignature, xPayment }, SAMPLE_TERMS)).toEqual({ ok: false, message });
});

test('a number that no contract can hold is refused', () => {
  const { payload: signed } = payload as { readonly payload: { readonly authorization: object } };
  const of = (value: bigint) => ({
    ...payload,
    payload: { ...signed, authorization: { ...signed.authorization, value: value.toString() } },
  });
  const read = (value: bigint) => readPayment({ paymentSignature: [], xPayment: [], payload: of(value) }, SAMPLE_TERMS);

  expect(read(2n ** 256n)).toEqual({ ok: false, message: 'A number of the authorization is larger than 256 bits.' });
  expect(read(2n ** 256n - 1n).ok).toBe(true);
});

test.each([1, 2] as const)(
  'a payment of version %d is what it says, with the addresses of its key in lower case',
  (version) => {
    const made = signTestPayment({
      ...{ terms: SAMPLE_TERMS, route: SAMPLE_ROUTE, resourceUrl: SAMPLE_RESOURCE, nowSeconds: 1_800_000_000 },
      ...(version === 1 ? { x402Version: 1 } : { identifier: 'pay_0123456789abcdef' }),
    });
    const [paymentSignature, xPayment] = version === 1 ? [[], [made.header]] : [[made.header], []];
    const { network, networkName, asset, payTo } = SAMPLE_TERMS;

    expect(readPayment({ paymentSignature, xPayment }, SAMPLE_TERMS)).toMatchObject({
      ok: true,
      value: {
        x402Version: version,
        payload: made.payload,
        payer: made.payer,
        key: { network, asset: asset.toLowerCase(), payer: made.payer.toLowerCase(), nonce: made.nonce },
        identifier: version === 1 ? null : 'pay_0123456789abcdef',
        named:
          version === 1
            ? { scheme: 'exact', network: networkName, asset: null, payTo: null, amount: null, resource: null }
            : { scheme: 'exact', network, asset, payTo, amount: 1_000n, resource: SAMPLE_RESOURCE },
      },
    });
  },
);
