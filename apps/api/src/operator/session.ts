import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@stackcheck/contract';

/** How long a login lasts. */
export const SESSION_SECONDS = 8 * 3_600;

const COOKIE = 'stackcheck_operator';

/**
 * Sessions of the operator's page. A request may see the page with the token as Bearer, or with the cookie that a login by form
 * sets. The cookie holds the end of the session and an HMAC of it under the token, never the token; a new token ends all sessions.
 */
export class OperatorSessions {
  constructor(
    private readonly token: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Whether this is the token; takes as long whatever is wrong with it. */
  isToken(given: string): boolean {
    return timingSafeEqual(digest(given), digest(this.token));
  }

  /** Whether a request may see the page. */
  isOpen({
    authorization,
    cookie,
  }: {
    readonly authorization?: string | undefined;
    readonly cookie?: string | undefined;
  }): boolean {
    const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return this.isToken(bearer);
    const [, end, salt, seal] =
      new RegExp(`(?:^|; *)${COOKIE}=(\\d{1,12})\\.([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(cookie ?? '') ?? [];
    if (end === undefined || salt === undefined || seal === undefined) return false;
    const isSealed = timingSafeEqual(digest(seal), digest(this.seal(end, salt)));
    return isSealed && Number(end) > this.clock.now() / 1_000;
  }

  /** Value of Set-Cookie after a login. */
  begin(): string {
    const end = String(Math.floor(this.clock.now() / 1_000) + SESSION_SECONDS);
    const salt = randomBytes(16).toString('base64url');
    return cookieOf(`${end}.${salt}.${this.seal(end, salt)}`, SESSION_SECONDS);
  }

  /** Value of Set-Cookie that ends a login in this browser. */
  end(): string {
    return cookieOf('', 0);
  }

  private seal(end: string, salt: string): string {
    return createHmac('sha256', this.token).update(`operator ${end} ${salt}`).digest('base64url');
  }
}

function cookieOf(value: string, seconds: number): string {
  return `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

/** Of one length whatever it is made of. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
