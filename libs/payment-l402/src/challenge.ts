/**
 * The two values of WWW-Authenticate, one header line each. Newer clients read `L402` with its version; aperture's client
 * wants the macaroon and the invoice directly behind one another, and the oldest know only the scheme `LSAT`.
 * @param token base64 macaroon
 * @param invoice BOLT 11 payment request
 */
export function challengeLines(token: string, invoice: string): readonly string[] {
  const pair = `macaroon="${token}", invoice="${invoice}"`;
  return [`L402 version="0", token="${token}", ${pair}`, `LSAT ${pair}`];
}

/** What a 401 says when no invoice can be made; RFC 9110 section 11.6.1 wants a challenge on every 401. */
export const CHALLENGE_WITHOUT_INVOICE: readonly string[] = ['L402 version="0"'];
