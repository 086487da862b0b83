import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { join, pack, wrap } from './gzip-members';

const part = fc.tuple(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(pack, wrap));

describe('gzip members', () => {
  it('gunzip to the bytes, whichever way their parts were compressed', () =>
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const { bytes, gzipped } = join(parts.map(([text, how]) => how(text)));

        expect(Buffer.from(bytes).toString()).toBe(Buffer.from(parts.map(([text]) => text).join('')).toString());
        expect(gunzipSync(gzipped).equals(bytes)).toBe(true);
      }),
    ));

  it('of one block at most are wrapped', () => {
    const most = 'a'.repeat(65_535);

    expect(gunzipSync(wrap(most).gzipped).toString()).toBe(most);
    expect(() => wrap(`${most}a`)).toThrow(RangeError);
  });
});
