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

test('without a header and a value there is none', () => {
  expect(readPayment({ paymentSignature: [], xPayment: [] }, SAMPLE_TERMS).ok).toBe(false);
});
