import { deflateRawSync } from 'node:zlib';
import { LIMITS } from '@stackcheck/contract';
import * as fc from 'fast-check';
import { nodeSealing } from '../node';
import { anyState } from '../testing/any-state';
import { makeStack } from '../testing/make-stack';
import { NONCE, open, OURS, plain, RING, seal, secret } from '../testing/sample-token';
import { ringFault, type KeyRing, type WatchSecret } from './key-ring';
import { openToken } from './open-token';
import { packState, STATE_BYTES_MAX } from './packed-state';
import { sealToken } from './seal-token';
import { tokenChars } from './token-form';
import { writeState } from './write-state';

/** `plain`, sealed by version 0.5.0. */
const SEALED_BEFORE =
  'w1.k2.CQkJCQkJCQkJCQkJS5_vJLnK-DmNxnPfHTOZ1V98UH6PNIRh99rnZTwVB8mTmIViS5yXGgJnxeMNJLi2A5zgzu1t3tR7cG0BYPO9QYP7lCvMunT3uJ0xMNzyQqVWUlIiN1hnOZAodkOQdG-W642ELglXvZymUtw2cq-PvrOPhUbEuq9aNkP5UnU0S6SovjaYMoR-5ziW4IvJB0RuHxP8QIQmc-mItvc3uOlLQp3dglViMOcDj8Zyye_Dh42jI5YxpDVq1YKhPMary1VN6FJjb69YkwEWNOUmARvV4ozWogml3t7k';

describe('a token', () => {
  it('gives the state back that it was made of, and has the length that was predicted (property)', () => {
    fc.assert(
      fc.property(anyState, fc.uint8Array({ minLength: 12, maxLength: 12 }), (state, nonce) => {
        const packed = packState(state, nodeSealing.packing)!;
        const token = sealToken(packed, OURS, nonce, nodeSealing.cipher);

        expect(openToken(token, RING, state.expiresAtMs - 1, nodeSealing)).toEqual({ kind: 'state', state });
        expect(token).toHaveLength(tokenChars(OURS.id, packed.length));
        expect(token).toMatch(/^w1\.k2\.[A-Za-z0-9_-]+$/);
      }),
      { numRuns: 30 },
    );
  });

  it('that an earlier version sealed is opened', () => {
    expect(open(SEALED_BEFORE)).toEqual({ kind: 'state', state: plain });
  });

  it('expires at its instant, and not before', () => {
    const token = seal(plain);

    expect(openToken(token, RING, plain.expiresAtMs - 1, nodeSealing).kind).toBe('state');
    expect(openToken(token, RING, plain.expiresAtMs, nodeSealing).kind).toBe('token_expired');
  });

  it('is opened by every key of the ring, and by no other', () => {
    const [old] = RING as [WatchSecret];
    const token = seal(plain, old);

    expect(open(token).kind).toBe('state');
    expect(open(token, [OURS]).kind).toBe('token_invalid');
    expect(open(token, [{ ...OURS, id: old.id }]).kind).toBe('token_invalid');
    expect(open(token, []).kind).toBe('watch_unavailable');
  });

  it('cannot be passed off as one of another key that has the same secret', () => {
    const twin = { ...OURS, id: 'k3' };

    expect(open(seal(plain).replace('w1.k2.', 'w1.k3.'), [OURS, twin]).kind).toBe('token_invalid');
  });

  it('shows nothing of what it holds', () => {
    const stack = makeStack({ packages: Array.from({ length: 50 }, (_, n) => `pkg:npm/secret-project-${n}@1.0.0`) });
    const packages = stack.packages.map(() => ({ kind: 'full' as const, groups: [] }));
    const token = seal({ ...plain, stack, items: [], cves: [], packages });

    expect(Buffer.from(token.split('.')[2]!, 'base64url').toString('latin1')).not.toMatch(/secret|project|npm/);
  });

  it('is refused with any one character changed, left out or added (property)', () => {
    const token = seal(plain);
    const kinds = new Set<string>();
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      kinds.add(open(token.slice(0, at) + other + token.slice(at + 1)).kind);
      kinds.add(open(token.slice(0, at) + token.slice(at + 1)).kind);
      kinds.add(open(`${token.slice(0, at)}A${token.slice(at)}`).kind);
      kinds.add(open(token.slice(0, at)).kind);
    }

    expect([...kinds]).toEqual(['token_invalid']);
  });

  it('is refused with any one bit flipped under the base64 (property)', () => {
    const [, , text] = seal(plain).split('.') as [string, string, string];
    const bytes = Buffer.from(text, 'base64url');
    const kinds = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      kinds.add(open(`w1.k2.${flipped.toString('base64url')}`).kind);
    }

    expect([...kinds]).toEqual(['token_invalid']);
  });

  it.each([
    ['nothing', ''],
    ['points', '...'],
    ['one part', 'w1'],
    ['two parts', 'w1.k2'],
    ['no bytes', 'w1.k2.'],
    ['fewer bytes than a nonce', 'w1.k2.AAAA'],
    ['a nonce alone', `w1.k2.${NONCE_TEXT()}`],
    ['a fourth part', `${seal(plain)}.x`],
    ['padding', `${seal(plain)}=`],
    ['blanks around it', ` ${seal(plain)} `],
    ['another form', seal(plain).replace('w1', 'w2')],
    ['a form before the first', seal(plain).replace('w1', 'w0')],
    ['a key named like a property', 'w1.__proto__.AAAA'],
    ['49,000 characters', `w1.k2.${'A'.repeat(49_000)}`],
    ['the longest that is looked at', `w1.k2.${'A'.repeat(47_994)}`],
    ['letters of other alphabets', 'w1.k2.ЖЖЖЖ😀'],
    ['a lone surrogate', 'w1.k2.\ud800'],
    ['control characters', 'w1.k2.\u0000\u0001'],
  ])('is refused when it is %s', (_what, text) => {
    expect(open(text).kind).toBe('token_invalid');
  });

  it('may be any text whatever: nothing is thrown, and none is a state (property)', () => {
    const near = fc
      .tuple(fc.constantFrom('w1', 'w0', ''), fc.constantFrom('k1', 'k2', 'k9'), fc.base64String())
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (text) => {
        expect(open(text).kind).toBe('token_invalid');
      }),
      { numRuns: 200 },
    );
  });

  it('is refused by length before anything is decoded', () => {
    const long = `w1.k2.${'A'.repeat(10_000_000)}`;

    expect(open(long).kind).toBe('token_invalid');
    expect(long.length).toBeGreaterThan(LIMITS.watchTokenRecheckCharsMax);
  });

  it('of our own key that unfolds to more than any state is refused when that much was read', () => {
    const json = writeState(plain);
    const padded = (bytes: number) => sealToken(deflateRawSync(json.padEnd(bytes)), OURS, NONCE, nodeSealing.cipher);

    // Blanks after it change nothing in a text of JSON, so only its size can be what is refused.
    expect(open(padded(STATE_BYTES_MAX)).kind).toBe('state');
    expect(open(padded(STATE_BYTES_MAX + 1)).kind).toBe('token_invalid');
    expect(padded(100 * STATE_BYTES_MAX).length).toBeLessThan(LIMITS.watchTokenRecheckCharsMax);
    expect(open(padded(100 * STATE_BYTES_MAX)).kind).toBe('token_invalid');
  });
});

function NONCE_TEXT(): string {
  return Buffer.from(NONCE).toString('base64url');
}

describe('the ring', () => {
  it.each<[string, KeyRing, RegExp | undefined]>([
    ['is sound', RING, undefined],
    ['may be empty', [], undefined],
    ['holds no id twice', [OURS, OURS], /same id/],
    ['holds no id with a point', [secret('a.b', 1)], /each watch key/],
    ['holds no long id', [secret('a'.repeat(17), 1)], /each watch key/],
    ['holds no short secret', [{ id: 'k', secret: new Uint8Array(31) }], /each watch key/],
  ])('%s', (_what, ring, fault) => {
    if (fault === undefined) expect(ringFault(ring)).toBeUndefined();
    else expect(ringFault(ring)).toMatch(fault);
  });
});
