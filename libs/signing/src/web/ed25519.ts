import { canonicalText } from '../canonical-text';
import type { Ed25519PublicJwk } from '../ed25519';
import { KeyError } from '../key-error';
import { bytesOfBase64, fromBase64Url, toBase64Url } from './base64url';
import { sha256 } from './digest';
import { subtle } from './subtle';

/** Signs with one private key, which it does not give out. */
export interface WebSigner {
  readonly keyId: string;
  readonly publicJwk: Ed25519PublicJwk;
  /** The 64-byte Ed25519 signature (RFC 8032); the same for the same bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Verifies with one public key. */
export interface WebVerifier {
  readonly keyId: string;
  /** False for any signature that this key did not make over exactly these bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

const ALGORITHM = { name: 'Ed25519' } as const;
const PUBLIC_KEY_BYTES = 32;
const PEM = /^\s*-----BEGIN PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+?)\s*-----END PRIVATE KEY-----\s*$/;

/** A new private key as PKCS #8 PEM. */
export async function generateKeyPem(): Promise<string> {
  const { privateKey } = (await subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as { privateKey: SigningKey };
  const base64 = btoa(String.fromCharCode(...new Uint8Array(await subtle.exportKey('pkcs8', privateKey))));
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`;
}

/**
 * The signer of a PKCS #8 PEM private key.
 * @throws KeyError when the text is no such key or the key is of another kind
 */
export async function signerFromPem(pem: string): Promise<WebSigner> {
  const { key, x } = await readPrivateKey(pem);
  const publicJwk = await publicJwkOf(x);
  return {
    keyId: publicJwk.kid,
    publicJwk,
    sign: async (bytes) => new Uint8Array(await subtle.sign(ALGORITHM, key, bytes as Uint8Array<ArrayBuffer>)),
  };
}

/**
 * The verifier of a public key.
 * @throws KeyError when the members are not those of an Ed25519 key, or `kid` is not its thumbprint
 */
export async function verifierFromJwk(jwk: Ed25519PublicJwk): Promise<WebVerifier> {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') {
    throw new KeyError('a verifying key is no Ed25519 key', { place: jwk.kty === 'OKP' ? 'crv' : 'kty' });
  }
  const bytes = typeof jwk.x === 'string' ? fromBase64Url(jwk.x) : undefined;
  if (bytes?.length !== PUBLIC_KEY_BYTES) {
    throw new KeyError('"x" of a verifying key is not 32 bytes of base64url', { place: 'x' });
  }
  const keyId = await thumbprint(jwk.x);
  if (jwk.kid !== keyId) {
    const named = String(jwk.kid).slice(0, keyId.length);
    throw new KeyError(`key id "${named}" is not the thumbprint of its key, ${keyId}`, { place: 'kid' });
  }
  const key = await importPublicKey(bytes);
  return {
    keyId,
    verify: (signed, signature) =>
      subtle.verify(ALGORITHM, key, signature as Uint8Array<ArrayBuffer>, signed as Uint8Array<ArrayBuffer>),
  };
}

/** The published form of a public key given by its `x` member. */
async function publicJwkOf(x: string): Promise<Ed25519PublicJwk> {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: await thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

/** RFC 7638 thumbprint: SHA-256 over the required members in canonical form, base64url. */
async function thumbprint(x: string): Promise<string> {
  return toBase64Url(await sha256(canonicalText({ crv: 'Ed25519', kty: 'OKP', x })!));
}

type SigningKey = Awaited<ReturnType<typeof importPublicKey>>;

async function importPublicKey(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await subtle.importKey('raw', bytes, ALGORITHM, false, ['verify']);
  } catch (cause) {
    throw new KeyError('a verifying key is no Ed25519 key', { cause });
  }
}

/** The key twice: to learn its public half it has to be given out, and the one that is kept cannot be. */
async function readPrivateKey(pem: string): Promise<{ readonly key: SigningKey; readonly x: string }> {
  const base64 = PEM.exec(pem)?.[1];
  try {
    const der = bytesOfBase64(base64 ?? '');
    const open = await subtle.importKey('pkcs8', der, ALGORITHM, true, ['sign']);
    const { x } = await subtle.exportKey('jwk', open);
    return { key: await subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']), x: x! };
  } catch {
    // The cause is dropped on purpose: its message may quote what could not be read.
    throw new KeyError('the signing key is no readable Ed25519 private key in PEM');
  }
}
