import { randomBytes, sign } from 'node:crypto';
import { systemClock, type Clock } from '@stackcheck/contract';
import type { CdpKey } from './cdp-key';

/** Makes the headers that let one call in. */
export type CallCredentials = (method: 'GET' | 'POST', url: URL) => Readonly<Record<string, string>>;

/** For facilitators that ask for nothing. */
export const NO_CREDENTIALS: CallCredentials = () => ({});

/** The same token with every call. */
export function bearerCredentials(token: string): CallCredentials {
  return () => ({ authorization: `Bearer ${token}` });
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
