import { askedFor, hasUnreadBody, type ShopRequest } from './asked-for';
import type { PaidOffer } from './paid-offer';

const BASE = 'https://jokes.example.com';
const OFFER: PaidOffer = { id: 'joke', price: '0.001', description: 'One joke.' };
const request = (changed: object = {}): ShopRequest =>
  ({
    method: 'GET',
    headers: {},
    originalUrl: '/jokes/cats?x=1',
    url: '/',
    readableEnded: true,
    ...changed,
  }) as unknown as ShopRequest;

describe('a body that nobody read', () => {
  it.each([
    ['none was sent', {}, false],
    ['none was sent, and its length says so', { headers: { 'content-length': '0' } }, false],
    ['it was parsed', { headers: { 'content-length': '5' }, body: {} }, false],
    ['it was read and not kept', { headers: { 'content-length': '5' } }, true],
    ['it is not read to its end', { headers: { 'content-length': '5' }, body: {}, readableEnded: false }, true],
    [
      'it comes in pieces, and was not read',
      { headers: { 'transfer-encoding': 'chunked' }, readableEnded: false },
      true,
    ],
  ])('%s', (_what, changed, isUnread) => {
    expect(hasUnreadBody(request(changed))).toBe(isUnread);
  });
});

describe('what is asked for', () => {
  it.each([
    ['/jokes/:topic', undefined, '/jokes/{topic}'],
    ['/', undefined, '/'],
    ['/', '/jokes', '/jokes'],
    ['/:page', '/books/:book', '/books/{book}/{page}'],
  ])('is of the route %s below %s', (path, baseUrl, template) => {
    const asked = askedFor(request({ route: { path }, ...(baseUrl === undefined ? {} : { baseUrl }) }), OFFER, BASE);

    expect([asked.template, asked.url]).toEqual([template, `${BASE}/jokes/cats?x=1`]);
  });

  it('is of the path that was named, whatever the route', () => {
    expect(askedFor(request(), { ...OFFER, path: '/any' }, BASE).template).toBe('/any');
  });

  it('differs in method, path, query and body, and in nothing else', async () => {
    const route = { path: '/jokes/:topic' };
    const of = (changed: object = {}): Promise<string> =>
      askedFor(request({ route, ...changed }), OFFER, BASE).fingerprint();
    const same = await of();

    expect(await of({ headers: { 'user-agent': 'x' } })).toBe(same);
    const others = await Promise.all([
      of({ method: 'POST' }),
      of({ originalUrl: '/jokes/dogs?x=1' }),
      of({ originalUrl: '/jokes/cats?x=2' }),
      of({ originalUrl: '/jokes/cats' }),
      of({ body: { a: 1 } }),
      of({ body: 'text' }),
      of({ body: Buffer.from('bytes') }),
    ]);
    expect(new Set([same, ...others]).size).toBe(8);
    expect(await of({ body: { b: 2, a: 1 } })).toBe(await of({ body: { a: 1, b: 2 } }));
  });
});
