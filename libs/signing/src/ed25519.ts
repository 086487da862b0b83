import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as cryptoSign,
  verify as cryptoVerify,
  type KeyObject,
} from 'node:crypto';
import { fromBase64Url, toBase64Url } from './base64url';
import { canonicalJson } from './canonical-json';
import { sha256Hex } from './digest';
import { KeyError } from './key-error';

/** An Ed25519 public key as published in a JWKS (RFC 8037). */
export interface Ed25519PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The 32 bytes of the public key, base64url. */
  readonly x: string;
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** Signs with one private key, which it does not give out. */
export interface Signer {
  readonly keyId: string;
  readonly publicJwk: Ed25519PublicJwk;
  /** The 64-byte Ed25519 signature (RFC 8032); the same for the same bytes. */
  sign(bytes: Uint8Array): Uint8Array;
  /** The same, made off the event loop: later, and for a third of the event loop's time. */
  signOffLoop(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Verifies with one public key. */
export interface Verifier {
  readonly keyId: string;
  /** False for any signature that this key did not make over exactly these bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}

const PUBLIC_KEY_BYTES = 32;

/** A new private key as PKCS #8 PEM. */
export function generateKeyPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/**
 * The signer of a PKCS #8 PEM private key.
 * @throws KeyError when the text is no such key or the key is of another kind
 */
export function signerFromPem(pem: string): Signer {
  const key = readPrivateKey(pem);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const publicJwk = publicJwkOf(x!);
  return {
    keyId: publicJwk.kid,
    publicJwk,
    sign: (bytes) => new Uint8Array(cryptoSign(null, bytes, key)),
    signOffLoop: (bytes) =>
      new Promise((resolve, reject) => {
        cryptoSign(null, bytes, key, (error, signature) =>
          error ? reject(error) : resolve(new Uint8Array(signature)),
        );
      }),
  };
}

/**
 * The verifier of a public key.
 * @throws KeyError when the members are not those of an Ed25519 key, or `kid` is not its thumbprint
 */
export function verifierFromJwk(jwk: Ed25519PublicJwk): Verifier {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') {
    throw new KeyError('a verifying key is no Ed25519 key', { place: jwk.kty === 'OKP' ? 'crv' : 'kty' });
  }
  if (typeof jwk.x !== 'string' || fromBase64Url(jwk.x)?.length !== PUBLIC_KEY_BYTES) {
    throw new KeyError('"x" of a verifying key is not 32 bytes of base64url', { place: 'x' });
  }
  const keyId = thumbprint(jwk.x);
  if (jwk.kid !== keyId) {
    const named = String(jwk.kid).slice(0, keyId.length);
    throw new KeyError(`key id "${named}" is not the thumbprint of its key, ${keyId}`, { place: 'kid' });
  }
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' });
  return { keyId, verify: (bytes, signature) => cryptoVerify(null, bytes, key, signature) };
}

/** The published form of a public key given by its `x` member. */
export function publicJwkOf(x: string): Ed25519PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

/** RFC 7638 thumbprint of an Ed25519 key: SHA-256 over its required members in canonical form, base64url, 43 characters. */
export function thumbprint(x: string): string {
  return toBase64Url(Buffer.from(sha256Hex(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x })), 'hex'));
}

function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The cause is dropped on purpose: OpenSSL's message may quote what it could not read.
    throw new KeyError('the signing key is no readable PEM private key');
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new KeyError(`the signing key is of type ${key.asymmetricKeyType ?? 'unknown'}, not ed25519`);
  }
  return key;
}
