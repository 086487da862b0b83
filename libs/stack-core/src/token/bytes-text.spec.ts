import * as fc from 'fast-check';
import { fromBase64Url, fromHex, toBase64Url, toHex } from './bytes-text';

describe('bytes as text', () => {
  it('is written as Node writes it, and read back (property)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
  });

  it('is read only where encoding gives the same text (property)', () => {
    const near = fc.string({ unit: fc.constantFrom(...'AQRgw_-+/= \n\u0080\u0141'), maxLength: 6 });
    fc.assert(
      fc.property(fc.oneof(near, fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
        const bytes = Buffer.from(text, 'base64url');
        const expected = bytes.toString('base64url') === text ? new Uint8Array(bytes) : undefined;
        expect(fromBase64Url(text)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
