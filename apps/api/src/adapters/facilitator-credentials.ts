import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import { systemClock, type Clock } from '@stackcheck/contract';

/** Makes the headers that let one call in. */
export type CallCredentials = (method: 'GET' | 'POST', url: URL) => Readonly<Record<string, string>>;

/** For facilitators that ask for nothing. */
export const NO_CREDENTIALS: CallCredentials = () => ({});

/** The same token with every call. */
export function bearerCredentials(token: string): CallCredentials {
  return () => ({ authorization: `Bearer ${token}` });
}

/** An API key of the Coinbase Developer Platform. The private half cannot be printed or serialised by accident. */
export interface CdpKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly algorithm: 'EdDSA' | 'ES256';
}

/** The platform takes two minutes at most; a call is made within seconds of its token. */
const LIFETIME_SECONDS = 120;
const NONCE_BYTES = 16;

/**
 * A JWT (RFC 7519, RFC 7515 compact form) per call, which holds for that method, host and path alone. One that leaks in a
 * log of the other side opens nothing else, and nothing at all two minutes later.
 */
export function cdpCredentials(
  key: CdpKey,
  clock: Clock = systemClock,
  random: (bytes: number) => Buffer = randomBytes,
): CallCredentials {
  return (method, url) => {
    const now = Math.floor(clock.now() / 1_000);
    const header = { alg: key.algorithm, typ: 'JWT', kid: key.id, nonce: random(NONCE_BYTES).toString('hex') };
    const claims = {
      sub: key.id,
      iss: 'cdp',
      uris: [`${method} ${url.host}${url.pathname}`],
      iat: now,
      nbf: now,
      exp: now + LIFETIME_SECONDS,
    };
    const signed = `${part(header)}.${part(claims)}`;
    return { authorization: `Bearer ${signed}.${signature(key, signed).toString('base64url')}` };
  };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** RFC 8037 for EdDSA; RFC 7518 section 3.4 for ES256, whose signature is r and s side by side and not DER. */
function signature({ algorithm, privateKey }: CdpKey, text: string): Buffer {
  return algorithm === 'EdDSA'
    ? sign(null, Buffer.from(text), privateKey)
    : sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

/** 32 bytes of seed and 32 of public key, as the platform hands out Ed25519 keys. */
const ED25519_BYTES = 64;
const MALFORMED = 'is neither a base64 Ed25519 key of 64 bytes nor a PEM of a P-256 or Ed25519 key';

/**
 * Reads a key as the platform hands it out: base64 of 64 bytes (Ed25519), or PEM (P-256), whose line ends may be written
 * as `\n` because it stood in one line of an environment file.
 * @throws TypeError that quotes nothing of the key
 */
export function readCdpKey(id: string, secret: string): CdpKey {
  const privateKey = secret.includes('-----BEGIN') ? fromPem(secret.replaceAll('\\n', '\n')) : fromBase64(secret);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
  if (type === 'ed25519') return { id, privateKey, algorithm: 'EdDSA' };
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { id, privateKey, algorithm: 'ES256' };
  throw new TypeError(MALFORMED);
}

function fromPem(text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    // The cause may quote the text.
    throw new TypeError(MALFORMED);
  }
}

function fromBase64(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== ED25519_BYTES) throw new TypeError(MALFORMED);
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ];
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  if (createPublicKey(privateKey).export({ format: 'jwk' }).x !== x)
    throw new TypeError('has halves that do not belong together');
  return privateKey;
}
