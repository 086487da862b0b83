import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import { FixedClock } from '@stackcheck/contract/testing';
import { readCdpKey } from './cdp-key';
import { bearerCredentials, cdpCredentials } from './facilitator-credentials';

const KEY_ID = 'organizations/0000/apiKeys/1111';
const VERIFY_URL = new URL('https://api.cdp.coinbase.com/platform/v2/x402/verify');

/** A new Ed25519 key as the platform hands it out. */
function ed25519Secret(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');
}

const ecPem = (curve: string, type: 'sec1' | 'pkcs8'): string =>
  generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'pem', type }) as string;

const secrets: readonly (readonly [name: string, secret: string, algorithm: string])[] = [
  ['Ed25519 in base64', ed25519Secret(), 'EdDSA'],
  [
    'Ed25519 in PEM',
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    'EdDSA',
  ],
  ['P-256 in SEC 1 PEM', ecPem('P-256', 'sec1'), 'ES256'],
  ['P-256 in PKCS 8 PEM of one line', ecPem('P-256', 'pkcs8').replaceAll('\n', '\\n'), 'ES256'],
];

interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  isSignedBy(key: KeyObject): boolean;
}

function readJwt(headers: Readonly<Record<string, string>>): Jwt {
  const [, header = '', claims = '', signature = ''] = /^Bearer ([^.]+)\.([^.]+)\.([^.]+)$/.exec(
    headers['authorization']!,
  )!;
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return {
    header: parse(header),
    claims: parse(claims),
    isSignedBy: (key) =>
      verify(
        key.asymmetricKeyType === 'ec' ? 'sha256' : null,
        Buffer.from(`${header}.${claims}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  };
}

describe.each(secrets)('a token signed with %s', (_name, secret, algorithm) => {
  const clock = new FixedClock();
  const key = readCdpKey(KEY_ID, secret);
  const credentials = cdpCredentials(key, clock);

  it('verifies with the public key and no other', () => {
    const jwt = readJwt(credentials('POST', VERIFY_URL));

    expect(jwt.isSignedBy(createPublicKey(key.privateKey))).toBe(true);
    const kind =
      algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(jwt.isSignedBy(kind.publicKey)).toBe(false);
  });

  it('holds for one call, by one key, for two minutes', () => {
    const { header, claims } = readJwt(credentials('POST', VERIFY_URL));
    const now = clock.now() / 1_000;

    expect(header).toEqual({ alg: algorithm, typ: 'JWT', kid: KEY_ID, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(claims).toEqual({
      sub: KEY_ID,
      iss: 'cdp',
      uris: ['POST api.cdp.coinbase.com/platform/v2/x402/verify'],
      iat: now,
      nbf: now,
      exp: now + 120,
    });
  });

  it('is another one for each call', () => {
    const tokens = [1, 2, 3].map(() => credentials('POST', VERIFY_URL)['authorization']);

    expect(new Set(tokens).size).toBe(3);
    expect(readJwt(credentials('GET', new URL('https://f.example:444/supported?x=1'))).claims['uris']).toEqual([
      'GET f.example:444/supported',
    ]);
  });
});

describe('a key', () => {
  it.each([
    ['nothing', ''],
    ['text', 'not a key at all'],
    ['half a key', Buffer.alloc(32, 7).toString('base64')],
    ['a broken PEM', '-----BEGIN EC PRIVATE KEY-----\nc2VjcmV0\n-----END EC PRIVATE KEY-----'],
    ['a key of another curve', ecPem('secp256k1', 'sec1')],
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    ],
    [
      'halves of two keys',
      Buffer.concat([
        Buffer.from(ed25519Secret(), 'base64').subarray(0, 32),
        Buffer.from(ed25519Secret(), 'base64').subarray(32),
      ]).toString('base64'),
    ],
  ])('is not read from %s, and not shown', (_name, secret) => {
    let message = '';
    try {
      readCdpKey(KEY_ID, secret);
    } catch (error) {
      message = inspect(error);
    }

    expect(message).toMatch(/^TypeError: (is neither|has halves)/);
    if (secret.length > 60) expect(message).not.toContain(secret.slice(-60, -30));
  });

  it('shows nothing of itself where it is printed or serialised', () => {
    const secret = ed25519Secret();
    const key = readCdpKey(KEY_ID, secret);
    const seed = Buffer.from(secret, 'base64').subarray(0, 32);

    const shown = JSON.stringify(key) + inspect(key, { depth: 10, showHidden: true });

    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(shown).not.toContain(seed.toString(form).slice(0, 20));
  });
});

it('a bearer token is sent as it is', () => {
  expect(bearerCredentials('t0ken')('POST', VERIFY_URL)).toEqual({ authorization: 'Bearer t0ken' });
});
