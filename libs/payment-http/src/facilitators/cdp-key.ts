import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** An API key of the Coinbase Developer Platform. The private half cannot be printed or serialised by accident. */
export interface CdpKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly algorithm: 'EdDSA' | 'ES256';
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
