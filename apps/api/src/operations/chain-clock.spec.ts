import { FixedClock } from '@stackcheck/contract/testing';
import { chainClockOf, clockSkew, watchClock, type ChainClock } from './chain-clock';
import { Pause } from './pause';

const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const NOW = clock.now() / 1_000;
const chainAt = (seconds: number | null): ChainClock => ({ headSeconds: async () => seconds });

describe('our clock and the chain', () => {
  test.each<[string, number, string]>([
    ['the head is of this second', NOW, 'clear'],
    ['the head is one block old', NOW - 2, 'clear'],
    ['the head is three seconds old', NOW - 3, 'clear'],
    ['the head is 4.5 s old', NOW - 4.5, 'warn'],
    ['the head is 7 s old', NOW - 7, 'warn'],
    ['the head is 8 s old', NOW - 8, 'pause'],
    ['the head is 2 s ahead', NOW + 2, 'clear'],
    ['the head is 3 s ahead', NOW + 3, 'warn'],
    ['the head is 6 s ahead', NOW + 6, 'pause'],
  ])('%s: %s is %s', async (_name, head, level) => {
    const pause = new Pause();

    await watchClock(clock, chainAt(head), pause);

    expect([pause.isPaused(), pause.state().warnings.length > 0]).toEqual([level === 'pause', level === 'warn']);
  });

  test('a slow answer is not taken for a skew', async () => {
    const slow = new FixedClock(clock.now());
    const chain: ChainClock = {
      headSeconds: async () => {
        slow.advance(6_000);
        return NOW + 5;
      },
    };

    expect(await clockSkew(slow, chain)).toBe(0);
  });

  test('nothing known changes nothing', async () => {
    const pause = new Pause();
    await watchClock(clock, chainAt(NOW - 60), pause);

    expect(await watchClock(clock, chainAt(null), pause)).toBeNull();
    expect(pause.isPaused()).toBe(true);
  });
});

describe('the chain’s time', () => {
  const node = (timestamp: number | null): { head(): Promise<{ number: number; timestamp: number }> } => ({
    head: async () => {
      if (timestamp === null) throw new Error('the node is down');
      return { number: 1, timestamp };
    },
  });

  test.each<[string, (number | null)[], number | null]>([
    ['is that of the newest head', [NOW, NOW - 60], NOW],
    ['is told by a node that answers', [null, NOW], NOW],
    ['is not known when no node answers', [null, null], null],
  ])('%s', async (_name, heads, expected) => expect(await chainClockOf(heads.map(node)).headSeconds()).toBe(expected));
});
