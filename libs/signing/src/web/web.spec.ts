import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as node from '../index';
import * as base64url from '../base64url';
import { publicJwkOf } from '../keys';
import { fromBase64Url, toBase64Url } from './base64url';
import * as web from './index';

const NO_KEY = 'a verifying key is no Ed25519 key';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const wycheproof = join(corpora, 'security/wycheproof/ed25519_test.json');
const hasWycheproof = existsSync(wycheproof);

interface WycheproofFile {
  readonly testGroups: readonly {
    readonly publicKeyJwk: { readonly x: string };
    readonly tests: readonly { tcId: number; msg: string; sig: string; result: string }[];
  }[];
}

(hasWycheproof ? describe : describe.skip)(
  `Wycheproof Ed25519 over WebCrypto${hasWycheproof ? '' : ' (security/wycheproof/ed25519_test.json is missing)'}`,
  () => {
    it('agrees with every published verdict', async () => {
      const { testGroups } = JSON.parse(readFileSync(wycheproof, 'utf8')) as WycheproofFile;
      const wrong: number[] = [];
      let count = 0;

      for (const { publicKeyJwk, tests } of testGroups) {
        const verifier = await web.verifierFromJwk(publicJwkOf(publicKeyJwk.x));
        for (const { tcId, msg, sig, result } of tests) {
          count += 1;
          const verdict = await verifier.verify(Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex'));
          if (verdict !== (result === 'valid')) wrong.push(tcId);
        }
      }

      expect(wrong).toEqual([]);
      expect(count).toBe(151);
    });
  },
);

describe('the twins over WebCrypto', () => {
  it('give the digests of the functions that do not wait (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' })), async (data) => {
        expect(await web.sha256Hex(data)).toBe(node.sha256Hex(data));
      }),
    );
  });

  it('sign what the others verify, with the same key and the same signature, and verify what they sign', async () => {
    const pem = await web.generateKeyPem();
    const [ours, theirs] = [await web.signerFromPem(pem), node.signerFromPem(pem)];
    const payload = new TextEncoder().encode('{"a":1}');

    const signature = await web.signPayload(ours, 'application/x', payload);

    expect(ours.publicJwk).toEqual(theirs.publicJwk);
    expect(signature).toBe(Buffer.from(theirs.sign(encoded(payload))).toString('base64url'));
    const verifier = await web.verifierFromJwk(theirs.publicJwk);
    expect(await web.verifyPayload(verifier, 'application/x', payload, signature)).toBe(true);
    expect(await web.verifyPayload(verifier, 'application/y', payload, signature)).toBe(false);
    expect(await web.verifyPayload(verifier, 'application/x', payload, `${signature}=`)).toBe(false);
    expect(await web.verifyPayload(verifier, 'application/x', payload, 'AAAA')).toBe(false);
  });

  it('read the keys that the others make', async () => {
    const pem = node.generateKeyPem();

    expect((await web.signerFromPem(pem)).keyId).toBe(node.signerFromPem(pem).keyId);
  });

  it.each(['', 'secret-looking text', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'])(
    'refuse %j as a private key without quoting it',
    async (pem) => {
      await expect(web.signerFromPem(pem)).rejects.toThrow(web.KeyError);
      await expect(web.signerFromPem(pem)).rejects.not.toThrow(/secret-looking|BEGIN/);
    },
  );

  it('refuse public keys that are none', async () => {
    const { publicJwk } = node.signerFromPem(node.generateKeyPem());

    await expect(web.verifierFromJwk({ ...publicJwk, kid: 'other' })).rejects.toThrow(/thumbprint/);
    await expect(web.verifierFromJwk({ ...publicJwk, x: 'AAAA' })).rejects.toThrow(/32 bytes/);
    await expect(web.verifierFromJwk({ ...publicJwk, x: 'AAAA' })).rejects.toMatchObject({ place: 'x' });
    for (const change of [{ kty: 'EC' }, { crv: 'X25519' }])
      await expect(web.verifierFromJwk({ ...publicJwk, ...change } as never)).rejects.toThrow(NO_KEY);
    await expect(web.verifierFromJwk({} as never)).rejects.toThrow(NO_KEY);
  });

  it('say so where the platform refuses a key', async () => {
    const { publicJwk } = node.signerFromPem(node.generateKeyPem());
    const refusing = jest.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new Error('unsupported'));

    await expect(web.verifierFromJwk(publicJwk)).rejects.toThrow(NO_KEY);
    refusing.mockRestore();
  });

  it('read and write base64url as the others do (property)', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64Url(bytes)).toBe(base64url.toBase64Url(bytes));
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQRg_-+/= \n'), maxLength: 6 }), (text) => {
        expect(fromBase64Url(text)).toEqual(base64url.fromBase64Url(text));
      }),
    );
  });
});

function encoded(payload: Uint8Array): Uint8Array {
  return web.preAuthEncoding('application/x', payload);
}
