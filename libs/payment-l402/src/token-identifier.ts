/** What the identifier of an L402 macaroon says. */
export interface TokenIdentifier {
  /** 32 bytes; SHA-256 of the preimage that the payer of the invoice learns. */
  readonly paymentHash: Uint8Array;
  /** 32 random bytes that tell two tokens apart. */
  readonly tokenId: Uint8Array;
}

const VERSION = 0;
const IDENTIFIER_BYTES = 66;

/** Version 0 as a big-endian 16-bit number, payment hash, token id (L402 macaroon document, "Macaroon identifier"). */
export function encodeIdentifier({ paymentHash, tokenId }: TokenIdentifier): Uint8Array {
  const identifier = Buffer.concat([Uint8Array.of(0, VERSION), paymentHash, tokenId]);
  if (identifier.length !== IDENTIFIER_BYTES) throw new RangeError('payment hash and token id have 32 bytes each');
  return identifier;
}

/** Null when it is not an identifier of version 0. */
export function readIdentifier(identifier: Uint8Array): TokenIdentifier | null {
  if (identifier.length !== IDENTIFIER_BYTES || identifier[0] !== 0 || identifier[1] !== VERSION) return null;
  return { paymentHash: identifier.slice(2, 34), tokenId: identifier.slice(34) };
}
