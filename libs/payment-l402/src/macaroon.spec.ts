import { importMacaroon, newMacaroon } from 'macaroon';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { addCaveat, isSignedWith, mintMacaroon, type Macaroon } from './macaroon';
import { decodeMacaroon, encodeMacaroon } from './macaroon-binary';
import { readToken, writeToken } from './token-text';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const identifier = fc.uint8Array({ minLength: 1, maxLength: 200 });
const caveats = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 6 });

const plain = (macaroon: Macaroon) => ({
  ...macaroon,
  identifier: Buffer.from(macaroon.identifier).toString('hex'),
  signature: Buffer.from(macaroon.signature).toString('hex'),
});

const SAMPLE = mintMacaroon(Buffer.alloc(32, 1), {
  location: 'stackcheck',
  identifier: Buffer.alloc(66, 2),
  caveats: ['services=stackcheck:0', 'stackcheck_max_uses=1'],
});

/** A token whose length asks for padding. */
const PADDED = ['', 'a', 'ab']
  .map((location) => writeToken({ ...SAMPLE, location }))
  .find((token) => /=$/.test(token))!;

describe('npm macaroon, which is compatible with the Go library', () => {
  it('reads and verifies what we mint', () => {
    fc.assert(
      fc.property(key, identifier, caveats, (rootKey, id, conditions) => {
        const ours = mintMacaroon(rootKey, { location: 'stackcheck', identifier: id, caveats: conditions });
        const theirs = importMacaroon(encodeMacaroon(ours));
        const seen: string[] = [];

        theirs.verify(rootKey, (condition) => {
          seen.push(condition);
          return null;
        });

        expect(seen).toEqual(conditions);
        expect(Buffer.from(theirs.identifier).equals(id)).toBe(true);
        expect(theirs.location).toBe('stackcheck');
      }),
    );
  });

  it('signs what it mints as we do', () => {
    fc.assert(
      fc.property(key, identifier, caveats, (rootKey, id, conditions) => {
        const theirs = newMacaroon({ version: 2, rootKey, identifier: id, location: 'stackcheck' });
        for (const condition of conditions) theirs.addFirstPartyCaveat(condition);

        const ours = { location: 'stackcheck', identifier: id, caveats: conditions, signature: theirs.signature };

        expect(isSignedWith(ours, rootKey)).toBe(true);
        expect(isSignedWith(ours, Buffer.alloc(32, 255))).toBe(false);
      }),
    );
  });

  // Its writer doubles its buffer at each piece and fails at five caveats (ADR 9), so it writes fewer here.
  it.each([[[]], [['stackcheck_max_uses=1']]])('writes the bytes that we write, with caveats %j', (conditions) => {
    const rootKey = Buffer.alloc(32, 4);
    const theirs = newMacaroon({ version: 2, rootKey, identifier: SAMPLE.identifier, location: 'stackcheck' });
    for (const condition of conditions) theirs.addFirstPartyCaveat(condition);
    const bytes = Buffer.from(theirs.exportBinary());

    const ours = decodeMacaroon(bytes)!;

    expect(isSignedWith(ours, rootKey)).toBe(true);
    expect(ours.caveats).toEqual(conditions);
    expect(Buffer.from(encodeMacaroon(ours))).toEqual(bytes);
  });

  it('refuses the key that the public document would use, as we do', () => {
    const rootKey = Buffer.alloc(32, 1);
    const signature = [SAMPLE.identifier, ...SAMPLE.caveats].reduce<Uint8Array>(
      (chained, part) => createHmac('sha256', chained).update(part).digest(),
      rootKey,
    );
    const byDocument = { ...SAMPLE, signature };

    expect(() => importMacaroon(encodeMacaroon(byDocument)).verify(rootKey, () => null)).toThrow('signature');
    expect(isSignedWith(byDocument, rootKey)).toBe(false);
  });

  it('adds a caveat to ours as we do', () => {
    const theirs = importMacaroon(encodeMacaroon(SAMPLE));
    theirs.addFirstPartyCaveat('stackcheck_valid_until=1');

    const ours = addCaveat(SAMPLE, 'stackcheck_valid_until=1');

    expect(Buffer.from(theirs.signature)).toEqual(Buffer.from(ours.signature));
    expect(isSignedWith(ours, Buffer.alloc(32, 1))).toBe(true);
  });
});

it('a third-party caveat is not read: nobody here could discharge it', () => {
  const bytes = Buffer.from(encodeMacaroon({ ...SAMPLE, caveats: ['elsewhere'] }));
  const end = bytes.indexOf('elsewhere') + 'elsewhere'.length;
  const withVid = Buffer.concat([bytes.subarray(0, end), Buffer.of(4, 2, 9, 9), bytes.subarray(end)]);
  const withLocation = Buffer.concat([bytes.subarray(0, end - 11), Buffer.of(1, 1, 0x78), bytes.subarray(end - 11)]);

  expect(decodeMacaroon(bytes)?.caveats).toEqual(['elsewhere']);
  expect([decodeMacaroon(withVid), decodeMacaroon(withLocation)]).toEqual([null, null]);
});

describe('a changed macaroon', () => {
  const rootKey = Buffer.alloc(32, 1);
  const bytes = Buffer.from(encodeMacaroon(SAMPLE));
  const isAccepted = (changed: Uint8Array): boolean => {
    const macaroon = decodeMacaroon(changed);
    return macaroon !== null && macaroon.location === SAMPLE.location && isSignedWith(macaroon, rootKey);
  };

  it('is refused whichever bit was flipped', () => {
    expect(isAccepted(bytes)).toBe(true);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);

      expect([bit, isAccepted(changed)]).toEqual([bit, false]);
    }
  });

  it('is refused when it is shorter or longer', () => {
    for (let length = 0; length < bytes.length; length++) expect(isAccepted(bytes.subarray(0, length))).toBe(false);
    expect(isAccepted(Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(false);
  });

  it('is refused when a caveat is missing, doubled or elsewhere', () => {
    const [first, second] = SAMPLE.caveats as [string, string];

    for (const changed of [[first], [second, first], [first, second, second], []])
      expect(isSignedWith({ ...SAMPLE, caveats: changed }, rootKey)).toBe(false);
  });

  it('is refused when a length is spelled in more bytes than it needs', () => {
    const at = bytes.indexOf(Buffer.of(2, SAMPLE.identifier.length)) + 1;
    const spelled = Buffer.of(SAMPLE.identifier.length | 0x80, 0);

    expect(isAccepted(Buffer.concat([bytes.subarray(0, at), spelled, bytes.subarray(at + 1)]))).toBe(false);
  });

  it('is never an exception, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => void decodeMacaroon(noise)));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => void decodeMacaroon(Uint8Array.of(2, ...noise))),
    );
  });
});

describe('a token as text', () => {
  it('is read in either alphabet, padded or not, and comes back the same', () => {
    fc.assert(
      fc.property(key, identifier, caveats, (rootKey, id, conditions) => {
        const macaroon = mintMacaroon(rootKey, { location: 'stackcheck', identifier: id, caveats: conditions });
        const token = writeToken(macaroon);
        const bare = token.replace(/=+$/, '');

        for (const spelling of [token, bare, bare.replaceAll('+', '-').replaceAll('/', '_')])
          expect(plain(readToken(spelling)!)).toEqual(plain(macaroon));
      }),
    );
  });

  it.each([
    ['stray bits at its end', (token: string) => token.replace(/[A-Za-z0-9](?==+$)/, nextLetter)],
    ['too much padding', (token: string) => `${token}=`],
    ['padding of another length', (token: string) => (token.endsWith('==') ? token.slice(0, -1) : `${token}=`)],
    ['a blank', (token: string) => token.replace(/^(.{8})/, '$1 ')],
    ['nothing', () => ''],
    ['another version', () => Buffer.of(1, 2, 3).toString('base64')],
  ])('is refused with %s', (_name, change) => {
    expect(readToken(PADDED)).not.toBeNull();
    expect(readToken(change(PADDED))).toBeNull();
  });
});

/** Not all bits of the last letter before padding are used, so its neighbour spells the same bytes. */
function nextLetter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

describe('lengths in a macaroon', () => {
  const withIdentifier = (length: number): Macaroon => ({
    ...SAMPLE,
    identifier: new Uint8Array(length).fill(7),
    caveats: [],
  });

  it.each([1, 127, 128, 300, 3_900])('of %i bytes are read as they were written', (length) => {
    expect(decodeMacaroon(encodeMacaroon(withIdentifier(length)))?.identifier).toHaveLength(length);
  });

  it('go up to what two bytes say', () => {
    expect(encodeMacaroon(withIdentifier(16_383)).length).toBeGreaterThan(16_383);
    expect(() => encodeMacaroon(withIdentifier(16_384))).toThrow(RangeError);
  });

  it.each([
    ['three bytes', [0x83, 0x80, 0x00]],
    ['more bytes than the number needs', [0x83, 0x00]],
    ['no end', [0x83]],
  ])('written with %s are no macaroon', (_what, spelling) => {
    const good = [2, 2, 3, 7, 7, 7, 0, 0, 6, 32, ...new Uint8Array(32)];
    expect(decodeMacaroon(Uint8Array.from(good))?.identifier).toHaveLength(3);

    expect(decodeMacaroon(Uint8Array.from([2, 2, ...spelling, ...good.slice(3)]))).toBeNull();
  });
});
