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
    ['it came in pieces and was parsed', { headers: { 'transfer-encoding': 'chunked' }, body: {} }, false],
    ['it came in pieces and was not kept', { headers: { 'transfer-encoding': 'chunked' } }, true],
    ['it is one byte long', { headers: { 'content-length': '1' } }, true],
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

  it('differs in bodies that have no canonical form, too', async () => {
    const of = (b: number) =>
      askedFor(request({ body: { a: '\ud800', b } }), { ...OFFER, path: '/a' }, BASE).fingerprint();

    expect(await of(1)).toBe(await of(1));
    expect(await of(1)).not.toBe(await of(2));
  });

  it.each(['*', '(', ')', '{', '}', '?', '+', '\\'])('is not known of a route with a pattern of %s', (sign) => {
    const asked = () => askedFor(request({ route: { path: `/a${sign}b` } }), OFFER, BASE);

    expect(asked).toThrow('path must be given for a route whose own path is no plain text');
  });

  it('is of all parameters of its path', () => {
    expect(askedFor(request({ route: { path: '/:a/b/:c_1' } }), OFFER, BASE).template).toBe('/{a}/b/{c_1}');
  });

  it.each([
    ['as it came in, where a router has cut it', { originalUrl: '/a?b=c', url: '/?b=c' }, '/a?b=c'],
    ['as it is, where nothing has cut it', { originalUrl: undefined, url: '/a?b=c' }, '/a?b=c'],
    ['the root, where nothing is said', { originalUrl: undefined, url: undefined }, '/'],
  ])('has the URL %s', async (_what, changed, target) => {
    const offer = { ...OFFER, path: '/a' };
    const asked = askedFor(request(changed), offer, BASE);

    expect(asked.url).toBe(BASE + target);
    expect(await asked.fingerprint()).toBe(await askedFor(request({ originalUrl: target }), offer, BASE).fingerprint());
  });

  it('is a GET where no method is said', async () => {
    const offer = { ...OFFER, path: '/a' };

    expect(await askedFor(request({ method: undefined }), offer, BASE).fingerprint()).toBe(
      await askedFor(request(), offer, BASE).fingerprint(),
    );
  });

  it('is of its route: another one with the same path is another purchase', async () => {
    const of = (id: string) => askedFor(request(), { ...OFFER, id, path: '/a' }, BASE).fingerprint();

    expect(await of('joke')).not.toBe(await of('story'));
  });

  it('has a query from the first question mark on, and an empty one is none', async () => {
    const of = (originalUrl: string) =>
      askedFor(request({ originalUrl }), { ...OFFER, path: '/a' }, BASE).fingerprint();

    expect(await of('/a?b?c')).not.toBe(await of('/a?b'));
    expect(await of('/a?')).toBe(await of('/a'));
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
