import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { offersOf, type PaidOffer } from './paid-offer';

const SOLD: PaidOffer = { id: 'joke', price: '0.001', description: 'One joke.' };
const offers = (changed: Partial<PaidOffer> = {}) =>
  offersOf({ ...SOLD, ...changed }, { terms: SAMPLE_TERMS, baseUrl: 'https://jokes.example.com', errorsUrl: null });

test.each<[string, Partial<PaidOffer>]>([
  ['a name of one letter', { id: 'j' }],
  ['a name of a hundred letters, digits and signs', { id: 'aZ09_.-xyz'.repeat(10) }],
  ['a description of 500 characters', { description: 'x'.repeat(500) }],
  ['the smallest price', { price: '0.000001' }],
  ['a price of six decimals', { price: '12.345678' }],
])('%s is sold', (_what, changed) => {
  expect(offers(changed)('/joke').route).toMatchObject({
    id: 'joke',
    description: 'One joke.',
    ...changed,
    price: expect.any(BigInt),
  });
});

test.each<[string, Partial<PaidOffer>, string]>([
  ['no name', { id: '' }, 'id must be 1 to 100 letters, digits, "_", "." or "-"'],
  ['a name of 101 letters', { id: 'x'.repeat(101) }, 'id must be 1 to 100'],
  ['a name with more behind it', { id: 'joke/x' }, 'id must be'],
  ['a name with more before it', { id: '/joke' }, 'id must be'],
  ['a description that is too long', { description: 'x'.repeat(501) }, 'description must have at most 500 characters'],
  ['no price', { price: '' }, 'price must be US dollars with at most six decimals, e.g. "0.001"'],
  ['a price of nothing', { price: '0.000' }, 'price must be more than nothing'],
  ['a price below nothing', { price: '-1' }, 'price must be'],
  ['a media type of two lines', { contentType: 'a\r\nb' }, 'contentType must be a media type, such as text/html'],
])('%s is refused, and the reason is said', (_what, changed, message) => {
  expect(() => offers(changed)).toThrow(message);
});

test('a route is sold for GET unless it says otherwise, at its price, with its example', () => {
  const example = { pathParams: { topic: 'cats' }, output: { joke: 1 } };

  expect(offers({ example })('/jokes/{topic}').route).toMatchObject({
    id: 'joke',
    method: 'GET',
    path: '/jokes/{topic}',
    price: 1_000n,
    description: 'One joke.',
    example,
  });
  expect(offers({ method: 'POST' })('/jokes').route.method).toBe('POST');
});

test('the offers of a route are made once for each of 64 paths, and nothing is kept of further ones', () => {
  const offerOf = offers();
  const first = Array.from({ length: 64 }, (_, at) => offerOf(`/${at}`));

  expect(first.map((_, at) => offerOf(`/${at}`))).toEqual(first);
  expect(first.every((offer, at) => offer === offerOf(`/${at}`))).toBe(true);
  expect(offerOf('/64')).not.toBe(offerOf('/64'));
  expect(offerOf('/64').route.path).toBe('/64');
});
