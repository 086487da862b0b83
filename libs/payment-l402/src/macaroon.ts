import { createHmac, timingSafeEqual } from 'node:crypto';

/** A macaroon with first-party caveats only. Location is a hint that no signature covers; the rest is signed. */
export interface Macaroon {
  readonly location: string;
  readonly identifier: Uint8Array;
  /** Conditions in the order they were added. */
  readonly caveats: readonly string[];
  /** 32 bytes. */
  readonly signature: Uint8Array;
}

/**
 * A signed macaroon: HMAC-SHA256 over the identifier, then over each caveat with the signature before it as key.
 * Deployed libraries do not use the root key itself but one derived from it under a fixed label; the public L402 document
 * leaves that step out, and anyone who follows it makes tokens that no library verifies (ADR 9).
 */
export function mintMacaroon(rootKey: Uint8Array, unsigned: Omit<Macaroon, 'signature'>): Macaroon {
  return { ...unsigned, signature: signatureOf(rootKey, unsigned) };
}

/** A copy that is good for less: anyone who holds a macaroon may add conditions, nobody can take one away. */
export function addCaveat(macaroon: Macaroon, caveat: string): Macaroon {
  return {
    ...macaroon,
    caveats: [...macaroon.caveats, caveat],
    signature: hmac(macaroon.signature, Buffer.from(caveat, 'utf8')),
  };
}

/** Whether identifier and caveats are signed with this root key; takes the same time wherever a difference lies. */
export function isSignedWith(macaroon: Macaroon, rootKey: Uint8Array): boolean {
  const expected = signatureOf(rootKey, macaroon);
  return macaroon.signature.length === expected.length && timingSafeEqual(macaroon.signature, expected);
}

const KEY_LABEL = Buffer.from('macaroons-key-generator', 'ascii');

function signatureOf(rootKey: Uint8Array, { identifier, caveats }: Omit<Macaroon, 'signature'>): Uint8Array {
  const first = hmac(hmac(KEY_LABEL, rootKey), identifier);
  return caveats.reduce<Uint8Array>((signature, caveat) => hmac(signature, Buffer.from(caveat, 'utf8')), first);
}

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(data).digest();
}
