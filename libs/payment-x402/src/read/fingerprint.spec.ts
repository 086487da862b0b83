import { requestFingerprint, type RequestPieces } from './fingerprint';

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
