import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { decodedHeader, dollarsOf, readOffer } from './read-offer';

const OFFER = {
  x402Version: 2,
  resource: { url: 'https://a.example/v1' },
  accepts: [{ scheme: 'exact', amount: '1500', extra: { name: 'USDC', version: '2' } }],
  extensions: { bazaar: {}, 'payment-identifier': {} },
};
const V1 = {
  x402Version: 1,
  accepts: [{ maxAmountRequired: '20', resource: 'https://b.example/', description: '“é”' }],
};
const header = (offer: object): string => Buffer.from(JSON.stringify(offer)).toString('base64');

describe('an offer', () => {
  it.each([
    ['as the value of the header', header(OFFER)],
    ['with blanks around it', ` ${header(OFFER)}\n`],
    [
      'as curl -i prints it',
      `HTTP/1.1 402 Payment Required\r\npayment-required: ${header(OFFER)}\r\n\r\n{"accepts":[]}`,
    ],
    ['decoded already', JSON.stringify(OFFER, null, 2)],
  ])('is read %s', (_how, text) => {
    expect(readOffer(text)).toEqual({
      version: '2',
      resource: 'https://a.example/v1',
      accepts: [
        [
          ['scheme', 'exact'],
          ['amount', '1500'],
          ['extra', '{"name":"USDC","version":"2"}'],
        ],
      ],
      extensions: ['bazaar', 'payment-identifier'],
    });
  });

  it('of version 1 is read from the body of an answer', () => {
    const read = readOffer(`HTTP/1.1 402 Payment Required\n\n${JSON.stringify(V1)}`);
    expect(read).toMatchObject({ version: '1', resource: 'https://b.example/', extensions: [] });
    expect(decodedHeader(header(V1))).toContain('“é”');
  });

  it.each([
    ['', 'there is no PAYMENT-REQUIRED header and no JSON in this'],
    ['HTTP/1.1 200 OK', 'there is no PAYMENT-REQUIRED header and no JSON in this'],
    ['{"accepts":[}', 'this is no whole JSON'],
    ['PAYMENT-REQUIRED: %%%', 'the header is no whole JSON'],
    ['{"accepts":{}}', 'this is JSON, but no offer: it has no accepts'],
  ])('is missed in %j with a sentence', (text, fault) => {
    expect(readOffer(text)).toEqual({ fault });
  });

  it('of anything is read or missed, and never throws (property)', () => {
    const value = fc.jsonValue();
    const offer = fc.record({ x402Version: value, resource: value, accepts: value, extensions: value });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          offer.map(header),
          offer.map((each) => JSON.stringify(each)),
        ),
        (text) => {
          const read = readOffer(text);
          if ('fault' in read) expect(read.fault).not.toBe('');
          else for (const fields of read.accepts) for (const [, each] of fields) expect(typeof each).toBe('string');
        },
      ),
    );
  });
});

describe('the amount in dollars', () => {
  it.each([
    [{ amount: '1500', extra: '{"name":"USDC"}' }, '0.0015'],
    [{ maxAmountRequired: '30000', extra: '{"name":"USD Coin","version":"2"}' }, '0.03'],
    [{ amount: '1500', extra: '{"name":"OTHER"}' }, undefined],
    [{ amount: '1.5', extra: '{"name":"USDC"}' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (fields, dollars) => expect(dollarsOf(Object.entries(fields))).toBe(dollars));
});
