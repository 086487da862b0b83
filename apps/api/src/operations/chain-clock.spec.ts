import { chainClockOf } from './chain-clock';

const NOW = 1_795_000_000;

describe('the chain’s time', () => {
  const node = (timestamp: number | null): { head(): Promise<{ number: number; timestamp: number }> } => ({
    head: async () => {
      if (timestamp === null) throw new Error('the node is down');
      return { number: 1, timestamp };
    },
  });

  test.each<[string, (number | null)[], number | null]>([
    ['is that of the newest head', [NOW, NOW - 60], NOW],
    ['is that of a node that answers', [null, NOW], NOW],
    ['is not known when no node answers', [null, null], null],
  ])('%s', async (_name, heads, expected) => expect(await chainClockOf(heads.map(node)).headSeconds()).toBe(expected));
});
