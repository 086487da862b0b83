import { decodeMacaroon, encodeMacaroon } from './macaroon-binary';
import type { Macaroon } from './macaroon';

/** A macaroon as it stands in headers: standard base64 with padding, which every client's expression takes. */
export function writeToken(macaroon: Macaroon): string {
  return Buffer.from(encodeMacaroon(macaroon)).toString('base64');
}

/**
 * Reads a token in standard or URL-safe base64, padded or not: clients that add caveats often write the latter. Null for
 * any other text, also for base64 with stray bits at its end.
 */
export function readToken(token: string): Macaroon | null {
  const bare = token.replace(/={0,2}$/, '');
  const bytes = Buffer.from(bare, 'base64');
  const isExact = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')].includes(bare);
  const isPadded = bare === token || token.length % 4 === 0;
  return isExact && isPadded ? decodeMacaroon(bytes) : null;
}
