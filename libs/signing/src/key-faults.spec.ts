import { generateKeyPairSync } from 'node:crypto';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Ed25519PublicJwk } from './ed25519';
import { KeyError } from './key-error';
import { parseKeySet } from './key-set';
import * as web from './web';

const pem = generateKeyPem();
const { publicJwk: key, keyId } = signerFromPem(pem);
const NO_KEY = 'a verifying key is no Ed25519 key';
const NO_X = '"x" of a verifying key is not 32 bytes of base64url';

const fault = async (make: () => unknown): Promise<unknown> => {
  try {
    return await make();
  } catch (error) {
    return error;
  }
};

describe.each<[string, (jwk: Ed25519PublicJwk) => unknown]>([
  ['node:crypto', verifierFromJwk],
  ['WebCrypto', web.verifierFromJwk],
])('a public key over %s', (_platform, verifier) => {
  it.each<[string, object, string, string]>([
    ['another type', { kty: 'EC' }, NO_KEY, 'kty'],
    ['another type and curve', { kty: 'EC', crv: 'P-256' }, NO_KEY, 'kty'],
    ['another curve', { crv: 'X25519' }, NO_KEY, 'crv'],
    ['no x', { x: undefined }, NO_X, 'x'],
    ['an x that is no text', { x: 7 }, NO_X, 'x'],
    ['an x of 31 bytes', { x: 'A'.repeat(42) }, NO_X, 'x'],
    ['an x of 33 bytes', { x: 'A'.repeat(44) }, NO_X, 'x'],
    ['an x with padding', { x: `${key.x}=` }, NO_X, 'x'],
    ['a short id', { kid: 'x' }, `key id "x" is not the thumbprint of its key, ${keyId}`, 'kid'],
    ['no id', { kid: undefined }, `key id "undefined" is not the thumbprint of its key, ${keyId}`, 'kid'],
    [
      'a long id, which is cut',
      { kid: 'x'.repeat(1_000) },
      `key id "${'x'.repeat(43)}" is not the thumbprint of its key, ${keyId}`,
      'kid',
    ],
  ])('with %s is refused with its place', async (_what, change, message, place) => {
    const error = await fault(() => verifier({ ...key, ...change } as Ed25519PublicJwk));

    expect(error).toBeInstanceOf(KeyError);
    expect(error).toMatchObject({ name: 'KeyError', code: 'invalid_key', message, place });
  });

  it('is known by its id', async () => {
    expect(await verifier(key)).toMatchObject({ keyId });
  });
});

describe('a private key', () => {
  const body = pem.split('\n').slice(1, -2).join('');
  const wrapped = `${body.slice(0, 20)}\n${body.slice(20)}`;
  const [begin, end] = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'];

  it.each([
    ['as it is written', pem],
    ['without the last line break', pem.trimEnd()],
    ['between blank lines', `\n \n${pem}\n \n`],
    ['in lines of Windows', pem.replaceAll('\n', '\r\n')],
    ['in several lines', `${begin}\n${wrapped}\n${end}\n`],
  ])('is read by both platforms %s', async (_what, text) => {
    expect((await web.signerFromPem(text)).keyId).toBe(keyId);
    expect(signerFromPem(text).keyId).toBe(keyId);
  });

  it.each([
    ['after other text', `text\n${pem}`],
    ['before other text', `${pem}text`],
    ['without its beginning', pem.replace(begin, '')],
    ['without its end', pem.replace(end, '')],
    ['of another kind', pem.replaceAll('PRIVATE', 'PUBLIC')],
    ['with other characters', pem.replace(body, `${body.slice(0, -1)}?`)],
    ['cut', pem.replace(body, body.slice(0, -8))],
  ])('is refused over WebCrypto %s', async (_what, text) => {
    const error = await fault(() => web.signerFromPem(text));

    expect(error).toEqual(new KeyError('the signing key is no readable Ed25519 private key in PEM'));
    expect(error).not.toHaveProperty('cause');
  });

  it('is refused over node:crypto with what is wrong', async () => {
    const other = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    const error = await fault(() => signerFromPem('secret'));
    expect(error).toEqual(new KeyError('the signing key is no readable PEM private key'));
    expect(error).not.toHaveProperty('cause');
    expect(() => signerFromPem(other)).toThrow(new KeyError('the signing key is of type x25519, not ed25519'));
  });

  it('signs the same off the event loop', async () => {
    const signer = signerFromPem(pem);
    const bytes = Buffer.from('statement');

    expect(await signer.signOffLoop(bytes)).toEqual(signer.sign(bytes));
  });
});

describe('the members of a published key', () => {
  const by = { kid: 'k', signature: 's' };

  it.each<[object, object]>([
    [
      { nbf: 0, exp: 2 ** 53 - 1, introduced_by: by },
      { nbf: 0, exp: 2 ** 53 - 1, introduced_by: by },
    ],
    [{ nbf: -1, exp: -1 }, {}],
    [{ nbf: 1.5, exp: 2 ** 53 }, {}],
    [{ nbf: '1', exp: null }, {}],
    [{ introduced_by: { kid: 'k' } }, {}],
    [{ introduced_by: { signature: 's' } }, {}],
    [{ introduced_by: { kid: 1, signature: 's' } }, {}],
    [{ introduced_by: null }, {}],
    [{ introduced_by: { ...by, more: 1 } }, { introduced_by: by }],
    [{ use: 'enc', alg: 'none', d: 'secret', more: 1 }, {}],
  ])('that are %j are kept as %j', (members, kept) => {
    expect(parseKeySet(JSON.stringify({ keys: [{ ...key, ...members }] }))).toEqual({ keys: [{ ...key, ...kept }] });
  });

  it.each([
    [{ kid: 'k', revoked_at: 5, reason: '' }, true],
    [{ kid: 'k', revoked_at: 5 }, false],
    [{ kid: 'k', revoked_at: -5, reason: '' }, false],
    [{ kid: 'k', revoked_at: '5', reason: '' }, false],
    [{ revoked_at: 5, reason: '' }, false],
    [null, false],
  ])('as a revoked key %j is one: %j', async (revoked, isOne) => {
    const read = await fault(() => parseKeySet(JSON.stringify({ keys: [key], revoked: [revoked] })));

    if (isOne) expect(read).toEqual({ keys: [key], revoked: [revoked] });
    else expect(read).toMatchObject({ message: '"revoked" of the key set is no list', place: 'revoked' });
  });
});
