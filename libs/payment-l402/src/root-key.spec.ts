import { createHmac } from 'node:crypto';
import { rootKeyOf } from './root-key';

const IDENTIFIER = Buffer.from('an identifier');
const SECRET = Buffer.alloc(32, 7);

test('the root key of a macaroon is the one that tokens of before were made with', () => {
  const expected = createHmac('sha256', SECRET).update('stackcheck l402 root key 1\nan identifier').digest('hex');

  expect(Buffer.from(rootKeyOf(SECRET, IDENTIFIER)).toString('hex')).toBe(expected);
});

test('another secret or identifier has another key', () => {
  const keys = [
    rootKeyOf(SECRET, IDENTIFIER),
    rootKeyOf(Buffer.alloc(32, 8), IDENTIFIER),
    rootKeyOf(SECRET, Buffer.from('another')),
  ].map((key) => Buffer.from(key).toString('hex'));

  expect(new Set(keys).size).toBe(3);
});

test.each([0, 31])('a secret of %d bytes is none', (length) => {
  expect(() => rootKeyOf(Buffer.alloc(length, 7), IDENTIFIER)).toThrow(RangeError);
});
