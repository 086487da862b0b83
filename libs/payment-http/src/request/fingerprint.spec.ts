import { requestFingerprint } from '@stackcheck/payment-x402/read';
import { canonicalJson, sha256Hex } from '@stackcheck/signing';
import { fingerprintOf } from './fingerprint';

const PIECES = { method: 'POST', routeId: 'r', path: '/a', query: null };
const bytesOf = (text: string) => jest.fn(() => Buffer.from(text));

test('requests are distinguished by the meaning of a body, without its bytes', () => {
  const body = bytesOf('{"b":1,"a":2}');

  expect(fingerprintOf({ ...PIECES, body, json: { b: 1, a: 2 } })).toBe(
    fingerprintOf({ ...PIECES, json: { a: 2, b: 1 } }),
  );
  expect(body).not.toHaveBeenCalled();
});

test.each([
  ['is refused', undefined],
  ['has no canonical form', { a: '\ud800' }],
])('where it %s its bytes do', (_why, json) => {
  const [one, other] = [bytesOf('{"a":"\\ud800"}'), bytesOf('{"a": "\\ud800"}')];
  const of = (body: () => Uint8Array): string => fingerprintOf({ ...PIECES, body, json });

  expect(of(one)).toBe(of(one));
  expect(of(one)).not.toBe(of(other));
  expect(one).toHaveBeenCalled();
});

test('an empty body is none', () => {
  expect(fingerprintOf({ ...PIECES, body: bytesOf('') })).toBe(fingerprintOf(PIECES));
  expect(fingerprintOf({ ...PIECES, body: bytesOf('{}'), json: {} })).not.toBe(fingerprintOf(PIECES));
});

test.each<[string, Partial<Parameters<typeof fingerprintOf>[0]>, object]>([
  ['no query', {}, { query: '' }],
  ['a query', { query: 'a=b' }, { query: 'a=b' }],
  ['a JSON body', { json: { a: 1 } }, { query: '', body: { a: 1 } }],
  ['other bytes', { body: bytesOf('abc') }, { query: '', body: { unreadable: sha256Hex(Buffer.from('abc')) } }],
])('the fingerprint with %s is the one that ledgers hold', (_what, changed, pieces) => {
  const { query: _query, ...rest } = PIECES;

  expect(fingerprintOf({ ...PIECES, ...changed })).toBe(
    requestFingerprint({ ...rest, ...(pieces as { readonly query: string }) }, canonicalJson),
  );
});
