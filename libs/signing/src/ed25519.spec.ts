import { existsSync, readFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { fromBase64Url, toBase64Url } from './base64url';
import { sha256Hex, shortHash } from './digest';
import { signPayload, verifyPayload } from './dsse';
import { generateKeyPem, publicJwkOf, signerFromPem, thumbprint, verifierFromJwk } from './ed25519';
import { KeyError } from './key-error';
import { parseKeySet, verifiersOf, withKey } from './key-set';
import { preAuthEncoding } from './pre-auth-encoding';

const corpora = resolve(__dirname, '../../..', process.env.CORPORA_DIR ?? '../shared/corpora');

interface WycheproofFile {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly publicKeyJwk: { readonly x: string };
    readonly tests: readonly { tcId: number; comment: string; msg: string; sig: string; result: string }[];
  }[];
}

const wycheproof = join(corpora, 'security/wycheproof/ed25519_test.json');
const hasWycheproof = existsSync(wycheproof);

(hasWycheproof ? describe : describe.skip)(
  `Wycheproof Ed25519${hasWycheproof ? '' : ' (security/wycheproof/ed25519_test.json is missing)'}`,
  () => {
    it('agrees with every published verdict', () => {
      const file = JSON.parse(readFileSync(wycheproof, 'utf8')) as WycheproofFile;
      const wrong: string[] = [];
      let count = 0;

      for (const group of file.testGroups) {
        const verifier = verifierFromJwk(publicJwkOf(group.publicKeyJwk.x));
        for (const test of group.tests) {
          count += 1;
          const verdict = verifier.verify(Buffer.from(test.msg, 'hex'), Buffer.from(test.sig, 'hex'));
          if (verdict !== (test.result === 'valid')) wrong.push(`${test.tcId} ${test.comment}`);
        }
      }

      expect(wrong).toEqual([]);
      expect(count).toBe(file.numberOfTests);
      expect(count).toBe(151);
    });
  },
);

const dsse = join(corpora, 'security/dsse/vector.json');
const hasDsse = existsSync(dsse);

(hasDsse ? describe : describe.skip)(
  `published DSSE vector${hasDsse ? '' : ' (security/dsse/vector.json is missing)'}`,
  () => {
    it('gets the published pre-authentication encoding', () => {
      const vector = JSON.parse(readFileSync(dsse, 'utf8')) as Record<'payloadType' | 'body' | 'pae', string>;

      const encoded = preAuthEncoding(vector.payloadType, Buffer.from(vector.body));

      expect(Buffer.from(encoded).toString()).toBe(vector.pae);
    });
  },
);

describe('keys', () => {
  it('have the RFC 7638 thumbprint as their id (the example of RFC 8037, appendix A.3)', () => {
    expect(thumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    );
  });

  it('survive their PEM form', () => {
    const pem = generateKeyPem();

    expect(signerFromPem(pem).keyId).toBe(signerFromPem(pem).keyId);
    expect(signerFromPem(pem).keyId).toHaveLength(43);
    expect(signerFromPem(generateKeyPem()).keyId).not.toBe(signerFromPem(pem).keyId);
  });

  it.each([
    ['nothing', ''],
    ['text', 'secret-looking text'],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
  ])('refuse %s without quoting it', (_what, pem) => {
    expect(() => signerFromPem(pem)).toThrow(KeyError);
    expect(() => signerFromPem(pem)).not.toThrow(/secret-looking|BEGIN/);
  });

  it('refuse a key id that is not their thumbprint', () => {
    const jwk = signerFromPem(generateKeyPem()).publicJwk;

    expect(() => verifierFromJwk({ ...jwk, kid: 'other' })).toThrow(/thumbprint/);
    expect(() => verifierFromJwk({ ...jwk, x: 'AAAA' })).toThrow(/32 bytes/);
  });

  it('stay in the key set when a new one comes', () => {
    const [first, second] = [signerFromPem(generateKeyPem()), signerFromPem(generateKeyPem())];

    const set = withKey(withKey(withKey({ keys: [] }, first.publicJwk), second.publicJwk), first.publicJwk);

    expect([...verifiersOf(parseKeySet(JSON.stringify(set))).keys()]).toEqual([first.keyId, second.keyId]);
  });

  it.each([
    ['', ''],
    ['[]', 'keys'],
    ['{"keys":{}}', 'keys'],
    ['{"keys":[{}]}', 'keys[0].kty'],
    ['{"keys":[null]}', 'keys[0]'],
    ['{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AAAA"}]}', 'keys[0].x'],
    ['{"keys":[],"revoked":[{}]}', 'revoked'],
  ])('refuse %j as a key set, at "%s"', (text, place) => {
    expect(() => parseKeySet(text)).toThrow(KeyError);
    expect(() => parseKeySet(text)).toThrow(expect.objectContaining({ code: 'invalid_key', place }) as Error);
  });
});

describe('a signed payload', () => {
  const signer = signerFromPem(generateKeyPem());
  const verifier = verifierFromJwk(signer.publicJwk);
  const payload = Buffer.from('{"a":1,"text":"some statement of ours"}');
  const signature = signPayload(signer, 'application/x', payload);

  it('verifies, and is the same each time', () => {
    expect(verifyPayload(verifier, 'application/x', payload, signature)).toBe(true);
    expect(signPayload(signer, 'application/x', payload)).toBe(signature);
    expect(signature).toMatch(/^[\w-]{86}$/);
  });

  it('does not verify as another type, with another key, or with any character changed', () => {
    expect(verifyPayload(verifier, 'application/y', payload, signature)).toBe(false);
    const other = verifierFromJwk(signerFromPem(generateKeyPem()).publicJwk);
    expect(verifyPayload(other, 'application/x', payload, signature)).toBe(false);
    fc.assert(
      fc.property(fc.nat(signature.length - 1), fc.constantFrom(...'ABCDabcd0189-_=+/ '), (at, character) => {
        fc.pre(signature[at] !== character);
        const changed = signature.slice(0, at) + character + signature.slice(at + 1);

        expect(verifyPayload(verifier, 'application/x', payload, changed)).toBe(false);
      }),
    );
  });

  it('does not verify with any byte of the payload changed', () => {
    fc.assert(
      fc.property(fc.nat(payload.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(payload);
        changed[at]! ^= flip;

        expect(verifyPayload(verifier, 'application/x', changed, signature)).toBe(false);
      }),
    );
  });
});

describe('text forms', () => {
  it('base64url reads back what it wrote, without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64Url(bytes)).toMatch(/^[\w-]*$/);
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['QQ==', 'QR', 'Q', 'a+b/', 'QQ\n', 'Q Q'])('base64url refuses %j', (text) => {
    expect(fromBase64Url(text)).toBeUndefined();
  });

  it('sha256 is the published digest of "abc" (FIPS 180-4)', () => {
    const digest = sha256Hex('abc');

    expect(digest).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(shortHash(digest)).toBe('ba7816bf');
  });
});
