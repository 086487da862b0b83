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
