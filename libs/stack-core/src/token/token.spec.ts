import { deflateRawSync } from 'node:zlib';
import { LIMITS } from '@stackcheck/contract';
import * as fc from 'fast-check';
import { DEFAULT_POLICY } from '../policy';
import type { WatchState } from '../watch/watch-state';
import { anyState } from '../testing/any-state';
import { makeStack } from '../testing/make-stack';
import { fitReduced, fitWhole } from './fit-state';
import { ringFault, type KeyRing, type WatchSecret } from './key-ring';
import { openToken } from './open-token';
import { packState, STATE_BYTES_MAX, unpackState } from './packed-state';
import { readState } from './read-state';
import { sealToken } from './seal-token';
import { tokenChars } from './token-form';
import { writeState } from './write-state';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const secret = (id: string, byte: number): WatchSecret => ({ id, secret: new Uint8Array(32).fill(byte) });
const OURS = secret('k2', 2);
const RING: KeyRing = [secret('k1', 1), OURS];
const NONCE = new Uint8Array(12).fill(9);

const plain: WatchState = {
  issuedAtMs: NOW - 1000,
  expiresAtMs: NOW + 1000,
  checks: 3,
  verdict: 'warn',
  stack: makeStack({ items: [{ product: 'python', version: '3.8' }], cves: ['CVE-2021-44228'] }),
  items: [{ status: 'eol', eol: '2024-10-07', latest: '0123456789' }],
  images: [],
  cves: [{ due: '2021-12-24', ransomware: true }],
  packages: [],
  snapshotIds: ['eol-20261120T080000Z-0a1b2c3d'],
};
const seal = (state: WatchState, by = OURS) => sealToken(packState(state)!, by, NONCE);
const sealText = (json: string) => sealToken(deflateRawSync(json), OURS, NONCE);
const open = (token: string, ring = RING) => openToken(token, ring, NOW);

describe('a token', () => {
  it('gives the state back that it was made of, and has the length that was foretold (law)', () => {
    fc.assert(
      fc.property(anyState, fc.uint8Array({ minLength: 12, maxLength: 12 }), (state, nonce) => {
        const packed = packState(state)!;
        const token = sealToken(packed, OURS, nonce);

        expect(openToken(token, RING, state.expiresAtMs - 1)).toEqual({ kind: 'state', state });
        expect(token).toHaveLength(tokenChars(OURS.id, packed.length));
        expect(token).toMatch(/^w1\.k2\.[A-Za-z0-9_-]+$/);
      }),
      { numRuns: 30 },
    );
  });

  it('expires at its instant, and not before', () => {
    const token = seal(plain);

    expect(openToken(token, RING, plain.expiresAtMs - 1).kind).toBe('state');
    expect(openToken(token, RING, plain.expiresAtMs).kind).toBe('token_expired');
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

  it('is refused with any one character changed, left out or added (law)', () => {
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

  it('is refused with any one bit flipped under the base64 (law)', () => {
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

  it('may be any text whatever: nothing is thrown, and none is a state (law)', () => {
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
    const padded = (bytes: number) => sealToken(deflateRawSync(json.padEnd(bytes)), OURS, NONCE);

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

describe('a state that our own key sealed', () => {
  const json = JSON.parse(writeState(plain)) as Record<string, unknown>;
  const changed = (parts: object) => open(sealText(JSON.stringify({ ...json, ...parts })));

  it('of an older version has expired; of a newer one it is none', () => {
    expect(changed({}).kind).toBe('state');
    expect(changed({ v: 0 }).kind).toBe('token_expired');
    expect(changed({ v: 2 }).kind).toBe('token_invalid');
    expect(open(sealText('{"v":0}')).kind).toBe('token_expired');
  });

  it.each<[string, object]>([
    ['no version', { v: undefined }],
    ['a text as version', { v: '1' }],
    ['an instant that is none', { t: 1.5 }],
    ['an instant after all calendars', { t: 1e300 }],
    ['an instant before them', { e: -1 }],
    ['no lists', { s: {} }],
    ['fewer states than items', { i: [] }],
    ['more states than items', { i: [0, 0] }],
    ['an unknown status', { i: [['gone', 0, 0]] }],
    ['a day that is none', { i: [['eol', '2026-02-30', 0]] }],
    ['an item that is a text', { s: { ...(json['s'] as object), i: ['python'] } }],
    ['too many items', { s: { ...(json['s'] as object), i: Array(51).fill(['a', '1']) }, i: Array(51).fill(0) }],
    ['a policy of another form', { s: { ...(json['s'] as object), y: [90, 'high', 'eol', 0] } }],
    ['an unknown severity', { s: { ...(json['s'] as object), y: [90, 'worst', [], 0] } }],
    ['a due date that is none', { c: [['soon', 0]] }],
    ['an unknown verdict', { d: 'fine' }],
    ['snapshots that are numbers', { x: [1] }],
    ['a list in the place of an object', { s: [] }],
  ])('is refused with %s', (_what, parts) => {
    expect(changed(parts).kind).toBe('token_invalid');
  });

  it.each<[string, unknown]>([
    ['hashes without flags', ['AAAAAAAA', '', []]],
    ['flags without hashes', ['', 'A', []]],
    ['broken base64', ['AAAAAA=', 'A', []]],
    ['a flag past the last', ['AAAAAAA', '8', []]],
    ['a flag of no alphabet', ['AAAAAAA', '!', []]],
    ['a listed group without a date', ['AAAAAAA', 'U', []]],
    ['a date without a listed group', ['AAAAAAA', 'A', [['2026-01-01', 0]]]],
    ['an unknown reason', 'tired'],
    ['four parts', ['AAAAAAA', 'A', [], 3]],
    ['a digest of another length', ['AAAAAAA', 'A', [], 3, 'ab']],
  ])('is refused with a package of %s', (_what, entry) => {
    const stack = { ...(json['s'] as object), p: ['pkg:npm/x@1'] };

    expect(changed({ s: stack, p: [['AAAAAAA', 'A', []]] }).kind).toBe('state');
    expect(changed({ s: stack, p: [entry] }).kind).toBe('token_invalid');
  });

  it('may hold any JSON, or none, and any bytes: nothing is thrown (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(json), 'z'), (value, field) => {
        for (const text of [
          JSON.stringify(value),
          JSON.stringify({ ...json, [field]: value }),
          JSON.stringify({ ...json, s: { ...(json['s'] as object), [field]: value } }),
        ]) {
          expect(() => readState(text)).not.toThrow();
        }
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(unpackState(bytes)).toBeUndefined();
        expect(unpackState(deflateRawSync(bytes))).toBeUndefined();
      }),
    );
  });
});

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

describe('a state that is too long for a token', () => {
  /** Fingerprints are noise: multiplied numbers are near enough. */
  const groups = (count: number, seed: number) =>
    Array.from({ length: count }, (_, n) => ({
      hash: Buffer.from(
        [...Array(5).keys()].map((k) => ((n + 1) * 2654435761 * (k + 3) * (seed + 7)) >>> (k + 5)),
      ).toString('hex'),
      severity: (['low', 'medium', 'high', 'critical', null] as const)[n % 5]!,
      hasFix: n % 3 !== 0,
      malware: false,
      kev: null,
    }));
  const heavy = (...counts: readonly number[]): WatchState => ({
    ...plain,
    stack: { ...makeStack({ packages: counts.map((_, n) => `pkg:npm/p${n}@1`) }), policy: DEFAULT_POLICY },
    items: [],
    cves: [],
    packages: counts.map((count, n) => ({ kind: 'full', groups: groups(count, n) })),
  });

  it('names the heaviest package where none may be reduced', () => {
    expect(fitWhole(heavy(10, 6000, 20), OURS.id, 32_000)).toEqual({
      kind: 'too_long',
      heaviest: { index: 1, vulnerabilities: 6000 },
    });
    expect(fitWhole(heavy(10, 600, 20), OURS.id, 32_000).kind).toBe('fits');
  });

  it('keeps a count and a digest of as few packages as will do, the heaviest first', () => {
    const fitted = fitReduced(heavy(4000, 10, 3000, 2500, 4), OURS.id, 48_000);

    expect(fitted).toMatchObject({
      kind: 'fits',
      state: {
        packages: [
          { kind: 'heavy', restCount: 4000 },
          { kind: 'full' },
          { kind: 'full' },
          { kind: 'full' },
          { kind: 'full' },
        ],
      },
    });
    const token = sealToken((fitted as { packed: Uint8Array }).packed, OURS, NONCE);
    expect(token.length).toBeLessThanOrEqual(48_000);
    expect(open(token)).toEqual({ kind: 'state', state: (fitted as { state: WatchState }).state });
  });

  it('fits however many vulnerabilities there are', () => {
    const fitted = fitReduced(heavy(...Array<number>(50).fill(800)), OURS.id, 48_000);

    expect(fitted.kind).toBe('fits');
  });

  it('cannot be helped where the entries themselves are too long', () => {
    const noise = (n: number) =>
      Buffer.from(
        groups(60, n)
          .map(({ hash }) => hash)
          .join(''),
        'hex',
      ).toString('base64url');
    const stack = makeStack({
      packages: Array.from({ length: 50 }, (_, n) => `pkg:npm/${noise(n)}${noise(n + 99)}${noise(n + 999)}`),
    });
    const state = {
      ...plain,
      stack,
      items: [],
      cves: [],
      packages: stack.packages.map(() => ({ kind: 'full' as const, groups: groups(1, 1) })),
    };

    expect(fitReduced(state, OURS.id, 48_000)).toEqual({ kind: 'too_long', heaviest: null });
  });
});
