import { nodeSealing } from '../node';
import { DEFAULT_POLICY } from '../policy';
import { makeStack } from '../testing/make-stack';
import { NONCE, open, OURS, plain } from '../testing/sample-token';
import type { WatchState } from '../watch/watch-state';
import { fitReduced, fitWhole } from './fit-state';
import { sealToken } from './seal-token';

const room = (charsMax: number) => ({ keyId: OURS.id, charsMax, packing: nodeSealing.packing });

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
    stack: { ...makeStack({ packages: counts.map((_, n) => `pkg:npm/p${n}@1.0.0`) }), policy: DEFAULT_POLICY },
    items: [],
    cves: [],
    packages: counts.map((count, n) => ({ kind: 'full', groups: groups(count, n) })),
  });

  it('names the heaviest package where none may be reduced', () => {
    expect(fitWhole(heavy(10, 6000, 20), room(32_000))).toEqual({
      kind: 'too_long',
      heaviest: { index: 1, vulnerabilities: 6000 },
    });
    expect(fitWhole(heavy(10, 600, 20), room(32_000)).kind).toBe('fits');
  });

  it('keeps a count and a digest of as few packages as will do, the heaviest first', () => {
    const fitted = fitReduced(heavy(4000, 10, 3000, 2500, 4), room(48_000));

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
    const token = sealToken((fitted as { packed: Uint8Array }).packed, OURS, NONCE, nodeSealing.cipher);
    expect(token.length).toBeLessThanOrEqual(48_000);
    expect(open(token)).toEqual({ kind: 'state', state: (fitted as { state: WatchState }).state });
  });

  it('fits however many vulnerabilities there are', () => {
    const fitted = fitReduced(heavy(...Array<number>(50).fill(800)), room(48_000));

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

    expect(fitReduced(state, room(48_000))).toEqual({ kind: 'too_long', heaviest: null });
  });
});
