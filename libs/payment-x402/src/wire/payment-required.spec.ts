import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http';
import fc from 'fast-check';
import { compileOffer } from '../offer/offer';
import { SAMPLE_BASE_URL, SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';
import { encodeHeader } from './headers';
import { readPaymentRequired } from './payment-required';

const URL = `${SAMPLE_BASE_URL}/v1/eol/nodejs`;
const { body, paymentRequired: header } = compileOffer(SAMPLE_ROUTE, SAMPLE_TERMS, SAMPLE_BASE_URL).render(URL);
const json: unknown = JSON.parse(new TextDecoder().decode(body));

describe('the offer of a 402', () => {
  it.each([
    [2, { header, body: undefined }],
    [1, { header: null, body: json }],
  ])('of version %i is read to the same terms', (x402Version, parts) => {
    const read = readPaymentRequired(parts);

    expect(read).toMatchObject({ ok: true, value: { x402Version, resource: { url: URL }, unreadable: [] } });
    expect(read.ok && read.value.accepts).toMatchObject([
      {
        scheme: 'exact',
        network: SAMPLE_TERMS.network,
        amount: 1_000n,
        asset: SAMPLE_TERMS.asset,
        payTo: SAMPLE_TERMS.payTo,
        maxTimeoutSeconds: 60,
        domainName: 'USDC',
        domainVersion: '2',
      },
    ]);
  });

  it('is read from the header where both are there', () => {
    const read = readPaymentRequired({ header, body: json });

    expect(read.ok && read.value.x402Version).toBe(2);
    expect(read.ok && read.value.accepts[0]!.offered).toEqual(decodePaymentRequiredHeader(header).accepts[0]);
    expect(read.ok && Object.keys(read.value.extensions)).toEqual(['payment-identifier', 'bazaar']);
  });

  it('of version 1 has no extensions, whatever the body says', () => {
    const read = readPaymentRequired({ header: null, body: { ...(json as object), extensions: { bazaar: {} } } });

    expect(read.ok && [read.value.x402Version, read.value.extensions]).toEqual([1, {}]);
  });

  it('keeps the ways to pay that can be read, and says what is wrong with the others', () => {
    const { accepts, ...rest } = decodePaymentRequiredHeader(header);
    const offer = { ...rest, accepts: [{ scheme: 'exact' }, { ...accepts[0]!, amount: '-1' }, accepts[0]!] };

    const read = readPaymentRequired({ header: encodePaymentRequiredHeader(offer as never), body: undefined });

    expect(read).toMatchObject({
      ok: true,
      value: {
        unreadable: ['accepts[0] lacks network.', 'accepts[1] is malformed at amount.'],
        accepts: [{ amount: 1_000n }],
      },
    });
  });

  it.each([
    [
      { name: '', version: 2 },
      { domainName: null, domainVersion: null },
    ],
    [{ name: ['USDC'] }, { domainName: null, domainVersion: null }],
    ['USDC', { domainName: null, domainVersion: null }],
    [
      { name: 'USDC', version: '2' },
      { domainName: 'USDC', domainVersion: '2' },
    ],
  ])('with extra %j has the domain %j', (extra, domain) => {
    const offer = decodePaymentRequiredHeader(header);
    const changed = { ...offer, accepts: [{ ...offer.accepts[0]!, extra }] };

    const read = readPaymentRequired({ header: encodePaymentRequiredHeader(changed as never), body: undefined });

    expect(read.ok && read.value.accepts).toMatchObject([domain]);
  });

  it.each([
    ['no JSON', { header: null, body: undefined }, 'The body of the 402 does not hold a JSON object.'],
    ['a header that is none', { header: '!', body: json }, 'The payment header is not standard base64.'],
    [
      'another version',
      { header: encodeHeader({ x402Version: 3 }), body: json },
      'PAYMENT-REQUIRED has another x402Version than the protocol version of that header demands.',
    ],
    [
      'no way to pay',
      { header: encodeHeader({ x402Version: 2, accepts: [], resource: { url: URL } }), body: json },
      'PAYMENT-REQUIRED must offer 1 to 50 ways to pay in accepts.',
    ],
    [
      'no resource',
      { header: encodeHeader({ x402Version: 2, accepts: [{}] }), body: json },
      'PAYMENT-REQUIRED names no resource.',
    ],
    [
      'a resource without a text',
      { header: encodeHeader({ x402Version: 2, accepts: [{}], resource: { url: 7 } }), body: json },
      'PAYMENT-REQUIRED names no resource.',
    ],
    [
      'a resource with an empty text',
      { header: null, body: { x402Version: 1, accepts: [{ resource: '' }] } },
      'The body of the 402 names no resource.',
    ],
  ])('is none: %s', (_name, parts, message) => {
    expect(readPaymentRequired(parts)).toEqual({ ok: false, message });
  });

  it('is read without a throw, whatever is sent', () => {
    const entry = fc.record(
      { scheme: fc.anything(), network: fc.anything(), amount: fc.anything() },
      { requiredKeys: [] },
    );
    const any = fc.oneof(
      fc.jsonValue(),
      fc.record({
        x402Version: fc.constantFrom(1, 2),
        accepts: fc.array(fc.oneof(entry, fc.jsonValue())),
        resource: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(any, fc.string(), (value, text) => {
        expect(typeof readPaymentRequired({ header: null, body: value }).ok).toBe('boolean');
        expect(typeof readPaymentRequired({ header: text, body: value }).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
