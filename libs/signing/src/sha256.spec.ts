import * as fc from 'fast-check';
import * as platform from './digest';
import { sha256Hex } from './sha256';

describe('SHA-256 without a platform', () => {
  // FIPS 180-4 examples: one block, two blocks.
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('gives the published digest of %s', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
  });

  it('is that of the platform for every length around whole blocks', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, n) => (n * 7 + length) & 255);
      expect(sha256Hex(bytes)).toBe(platform.sha256Hex(bytes));
    }
  });

  it('is that of the platform for any bytes and texts, wherever in a buffer they stand (property)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' })), (data) => {
        const part = typeof data === 'string' ? data : Uint8Array.of(1, ...data, 2).subarray(1, 1 + data.length);
        expect(sha256Hex(part)).toBe(platform.sha256Hex(data));
      }),
    );
  });
});
