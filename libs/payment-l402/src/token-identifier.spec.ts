import { encodeIdentifier, readIdentifier } from './token-identifier';

const hash = Uint8Array.from({ length: 32 }, (_, at) => at);
const id = Uint8Array.from({ length: 32 }, (_, at) => 255 - at);
const encoded = encodeIdentifier({ paymentHash: hash, tokenId: id });
const changed = (place: number, value: number): Uint8Array => Uint8Array.from(encoded).fill(value, place, place + 1);

test('an identifier is read as what it was made of', () => {
  const read = readIdentifier(encoded)!;

  expect([...read.paymentHash]).toEqual([...hash]);
  expect([...read.tokenId]).toEqual([...id]);
});

test.each([
  ['of another version in its first byte', changed(0, 1)],
  ['of another version in its second byte', changed(1, 1)],
  ['that is a byte short', encoded.slice(0, -1)],
  ['that is a byte long', Uint8Array.from([...encoded, 0])],
  ['of no bytes', new Uint8Array()],
])('one %s is none', (_, bytes) => {
  expect(readIdentifier(bytes)).toBeNull();
});

test.each([
  ['payment hash', hash.slice(1), id],
  ['token id', hash, id.slice(1)],
])('none is made of a short %s', (_, paymentHash, tokenId) => {
  expect(() => encodeIdentifier({ paymentHash, tokenId })).toThrow(RangeError);
});
