import fc from 'fast-check';
import { FixedClock } from '@stackcheck/contract/testing';
import { OperatorSessions, SESSION_SECONDS } from './session';

const TOKEN = 'a-token-that-nobody-guesses';
const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const sessions = new OperatorSessions(TOKEN, clock);
const cookieOf = (set: string): string => set.split(';')[0]!;

describe('a login of the operator', () => {
  it('is a cookie that scripts and other sites do not get, and that does not hold the token', () => {
    const set = sessions.begin();

    expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(TOKEN);
    expect(sessions.isOpen({ cookie: `theme=dark; ${cookieOf(set)}` })).toBe(true);
  });

  it('ends by itself, and with another token', () => {
    const cookie = cookieOf(sessions.begin());
    const later = new OperatorSessions(TOKEN, { now: () => clock.now() + SESSION_SECONDS * 1_000 + 1_000 });

    expect(later.isOpen({ cookie })).toBe(false);
    expect(new OperatorSessions(`${TOKEN}!`, clock).isOpen({ cookie })).toBe(false);
  });

  it('is not prolonged by use', () => {
    const [name, end, ...rest] = cookieOf(sessions.begin()).split(/[=.]/);

    expect(sessions.isOpen({ cookie: `${name}=${Number(end) + 1}.${rest.join('.')}` })).toBe(false);
  });

  it('is the token alone as Bearer', () => {
    expect(sessions.isOpen({ authorization: `Bearer ${TOKEN}` })).toBe(true);
    expect(sessions.isOpen({ authorization: `Basic ${TOKEN}` })).toBe(false);
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        fc.pre(text !== TOKEN);
        return !sessions.isOpen({ authorization: `Bearer ${text}` }) && !sessions.isOpen({ cookie: text });
      }),
    );
  });
});
