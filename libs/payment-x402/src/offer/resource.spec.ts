import fc from 'fast-check';
import { requestFingerprint, type RequestPieces } from '../read/fingerprint';
import { isSameResource, offeredResource } from './resource';

describe('two resources', () => {
  const base = 'https://api.example.com/v1/eol/image?image=node%3A20&x=1';
  it.each([
    [base, true],
    ['HTTPS://API.EXAMPLE.COM/v1/eol/image?image=node%3A20&x=1', true],
    ['https://api.example.com:443/v1/eol/image?image=node%3a20&x=1', true],
    ['https://api.example.com/v1/eol/image?image=node%3A20&x=1#part', true],
    ['https://api.example.com/v1/x/../eol/image?image=node%3A20&x=1', true],
    ['https://api.example.com/v1/eol/image?image=node:20&x=1', false],
    ['https://api.example.com/v1/eol/image?x=1&image=node%3A20', false],
    ['https://api.example.com/v1/eol/Image?image=node%3A20&x=1', false],
    ['https://api.example.com/v1/eol/image/?image=node%3A20&x=1', false],
    ['https://api.example.com:8443/v1/eol/image?image=node%3A20&x=1', false],
    ['http://api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['https://user@api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['//api.example.com/v1/eol/image?image=node%3A20&x=1', false],
    ['', false],
  ])('%s is the one that is called: %s', (named, isSame) => {
    expect(isSameResource(named, base)).toBe(isSame);
  });

  it('are the same with and without an empty query', () => {
    expect(isSameResource('https://a.example/v1?', 'https://a.example/v1')).toBe(true);
  });

  it('are compared without a throw, the same both ways', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(fc.property(any, any, (one, other) => isSameResource(one, other) === isSameResource(other, one)));
  });
});

describe('what an offer calls a resource', () => {
  const base = 'https://api.example.com';
  it.each([
    ['its URL', `${base}/v1/eol/nodejs/20`, '/v1/eol/{product}/{cycle}', `${base}/v1/eol/nodejs/20`],
    [
      'its route, where the query is long',
      `${base}/v1/eol/check?items=${'a'.repeat(480)}`,
      '/v1/eol/check',
      `${base}/v1/eol/check`,
    ],
    [
      'its route, where the path is long',
      `${base}/v1/eol/${'a'.repeat(480)}/1`,
      '/v1/eol/{product}/{cycle}',
      `${base}/v1/eol/:product/:cycle`,
    ],
  ])('is %s', (_name, called, path, offered) => {
    expect(offeredResource(called, base, path)).toBe(offered);
  });
});

describe('the fingerprint of a request', () => {
  const canonical = (value: unknown): string => JSON.stringify(value, Object.keys(value as object).sort());
  const pieces: RequestPieces = { method: 'POST', routeId: 'r', path: '/a%2fb', query: 'q=%3a', body: { a: 1, b: 2 } };
  const of = (change: Partial<RequestPieces>) => requestFingerprint({ ...pieces, ...change }, canonical);

  it('is one for two spellings', () => {
    expect(of({ path: '/a%2Fb', query: 'q=%3A', body: { b: 2, a: 1 } })).toBe(of({}));
    expect(of({})).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs with any piece, and a missing body is no empty one', () => {
    const changes: Partial<RequestPieces>[] = [
      {},
      { method: 'GET' },
      { routeId: 's' },
      { path: '/a/b' },
      { query: '' },
      { body: { a: 1 } },
      { body: {} },
      { body: undefined },
      { path: '/a%2fbq=%3a', query: '' },
    ];

    expect(new Set(changes.map(of)).size).toBe(changes.length);
  });
});
