import { createHash } from 'node:crypto';
import type { Macaroon } from './macaroon';
import { readIdentifier } from './token-identifier';
import { readToken } from './token-text';

/** A token together with the preimage that shows its invoice paid; says nothing yet about its signature. */
export interface Credential {
  readonly macaroon: Macaroon;
  /** 64 hex digits, lower case. */
  readonly paymentHash: string;
  /** 64 hex digits, lower case. */
  readonly tokenId: string;
}

/** Outcome of reading the Authorization header. */
export type ReadCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'read'; readonly credential: Credential };

const SCHEME = /^(?:L402|LSAT)(?= |$)/i;
const FORM = /^(?:L402|LSAT) +([A-Za-z0-9+/=_,-]+):([0-9a-fA-F]{64})$/i;
const CHARS_MAX = 8_192;
const TOKENS_MAX = 4;

/** Whether the header's scheme is ours; another scheme is somebody else's business. */
export function isCredential(authorization: string): boolean {
  return SCHEME.test(authorization);
}

/**
 * Reads `Authorization: L402|LSAT <base64 macaroon>[,…]:<64 hex preimage>` strictly. Of several macaroons the one counts
 * whose identifier names SHA-256 of the preimage: it is the one that was paid for.
 * @param authorization values of the header as sent
 */
export function readCredential(authorization: readonly string[]): ReadCredential {
  if (!authorization.some(isCredential)) return { kind: 'none' };
  if (authorization.length > 1) return malformed('Send one Authorization header.');
  const [header = ''] = authorization;
  const match = header.length <= CHARS_MAX ? FORM.exec(header) : null;
  if (!match) return malformed('The credential is not of the form L402 <base64 macaroon>:<64 hex digits>.');
  const tokens = match[1]!.split(',');
  if (tokens.length > TOKENS_MAX) return malformed(`At most ${TOKENS_MAX} macaroons are read.`);
  const macaroons = tokens.map(readToken);
  if (macaroons.includes(null)) return malformed('A macaroon cannot be decoded.');
  const paymentHash = createHash('sha256').update(Buffer.from(match[2]!, 'hex')).digest('hex');
  for (const macaroon of macaroons as readonly Macaroon[]) {
    const identifier = readIdentifier(macaroon.identifier);
    if (identifier && hex(identifier.paymentHash) === paymentHash)
      return { kind: 'read', credential: { macaroon, paymentHash, tokenId: hex(identifier.tokenId) } };
  }
  return malformed('The preimage does not belong to the macaroon.');
}

function malformed(message: string): ReadCredential {
  return { kind: 'malformed', message };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
