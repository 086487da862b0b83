import { decodePaymentSignatureHeader } from '@x402/core/http';
import { compileOffer } from '../offer/offer';
import { readPayment } from '../read/read-payment';
import { SAMPLE_BASE_URL, SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';
import { paymentHeader, knowsIdentifier } from './make-payment';
import { readPaymentRequired, type PaymentRequired } from './payment-required';
import type { Authorization } from './transfer-authorization';

const URL = `${SAMPLE_BASE_URL}/v1/eol/nodejs`;
const { body, paymentRequired } = compileOffer(SAMPLE_ROUTE, SAMPLE_TERMS, SAMPLE_BASE_URL).render(URL);

function offerOf(version: 1 | 2): PaymentRequired {
  const json: unknown = JSON.parse(new TextDecoder().decode(body));
  const read = readPaymentRequired({ header: version === 2 ? paymentRequired : null, body: json });
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

const authorization: Authorization = {
  from: `0x${'11'.repeat(20)}`,
  to: SAMPLE_TERMS.payTo,
  value: 1_000n,
  validAfter: 0n,
  validBefore: 1_795_176_060n,
  nonce: `0x${'33'.repeat(32)}`,
};
const signature = `0x${'5a'.repeat(65)}`;
const identifier = 'pay_0123456789abcdef';

const make = (offer: PaymentRequired) =>
  paymentHeader({ offer, requirement: offer.accepts[0]!, authorization, signature, identifier });

describe('the extension of an identifier', () => {
  const offered = (extension: unknown): unknown => {
    const { value } = make({ ...offerOf(2), extensions: { 'payment-identifier': extension } });
    const payload = decodePaymentSignatureHeader(value) as { readonly extensions?: Record<string, unknown> };
    return payload.extensions?.['payment-identifier'];
  };

  it.each([
    [
      'info and more',
      { info: { required: true }, schema: {} },
      { info: { required: true, id: identifier }, schema: {} },
    ],
    ['nothing', {}, { info: { required: false, id: identifier } }],
    ['null', null, { info: { required: false, id: identifier } }],
    ['info that is null', { info: null }, { info: { required: false, id: identifier } }],
    ['a text', 'x', { info: { required: false, id: identifier } }],
  ])('is sent back with the identifier, where it is offered with %s', (_what, extension, expected) => {
    expect(offered(extension)).toEqual(expected);
  });
});

describe('a payment made for an offer', () => {
  it('of version 2 is read as what was signed, with its identifier', () => {
    const { name, value } = make(offerOf(2));

    const read = readPayment({ paymentSignature: [value], xPayment: [] }, SAMPLE_TERMS);

    expect(name).toBe('PAYMENT-SIGNATURE');
    expect(read).toMatchObject({
      ok: true,
      value: {
        x402Version: 2,
        signature,
        identifier,
        named: { resource: URL, amount: 1_000n, payTo: SAMPLE_TERMS.payTo },
      },
    });
    expect(read.ok && read.value.authorization).toEqual({ ...authorization, to: SAMPLE_TERMS.payTo.toLowerCase() });
  });

  it('of version 2 echoes what was offered, which official sellers compare', () => {
    const offer = offerOf(2);

    const decoded = decodePaymentSignatureHeader(make(offer).value);

    expect(decoded.accepted).toEqual(offer.accepts[0]!.offered);
    expect(decoded.resource).toEqual(offer.resource);
    expect(decoded.extensions).toEqual({
      ...offer.extensions,
      'payment-identifier': {
        ...(offer.extensions['payment-identifier'] as object),
        info: { required: false, id: identifier },
      },
    });
  });

  it('of version 1 names the network as version 1 does, and has no identifier', () => {
    const { name, value } = make(offerOf(1));

    const read = readPayment({ paymentSignature: [], xPayment: [value] }, SAMPLE_TERMS);

    expect(name).toBe('X-PAYMENT');
    expect(read).toMatchObject({
      ok: true,
      value: { x402Version: 1, identifier: null, named: { network: 'base-sepolia' } },
    });
  });

  it('has no extension where none is offered', () => {
    const offer = { ...offerOf(2), extensions: {} };

    expect(knowsIdentifier(offer)).toBe(false);
    expect(decodePaymentSignatureHeader(make(offer).value)).not.toHaveProperty('extensions');
  });

  it('is refused with an identifier that the extension forbids', () => {
    const offer = offerOf(2);
    const parts = { offer, requirement: offer.accepts[0]!, authorization, signature };

    expect(() => paymentHeader({ ...parts, identifier: 'short' })).toThrow(RangeError);
  });
});
