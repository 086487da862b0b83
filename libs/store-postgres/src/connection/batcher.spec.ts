import { Batcher } from './batcher';

describe('a batch', () => {
  let nowMs = 0;
  const make = (run: (items: readonly string[]) => Promise<readonly string[]>, sizeMax = 10) =>
    new Batcher<string, string>({
      keyOf: (item) => item.slice(0, 1),
      sizeMax,
      runs: [run],
      isToSplit: (error) => (error as Error).message === 'split',
      monotonicMs: () => nowMs,
    });

  it('takes what is asked for in one turn, sorted, and gathers the next one meanwhile', async () => {
    const seen: (readonly string[])[] = [];
    const batcher = make(async (items) => {
      seen.push(items);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => item.toUpperCase());
    });

    const first = ['b', 'a'].map((item) => batcher.add(item));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const second = ['d', 'c'].map((item) => batcher.add(item));

    expect(await Promise.all([...first, ...second])).toEqual(['B', 'A', 'D', 'C']);
    expect(seen).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('is shared by equal items where none has a key', async () => {
    const seen: (readonly string[])[] = [];
    const run = async (items: readonly string[]): Promise<readonly string[]> => {
      seen.push(items);
      return items.map((item, at) => `${item}${at}`);
    };
    const batcher = new Batcher<string, string>({
      sizeMax: 3,
      runs: [run],
      isToSplit: () => false,
      monotonicMs: () => nowMs,
    });

    expect(await Promise.all(['b', 'a', 'b', 'a'].map((item) => batcher.add(item)))).toEqual(['b0', 'a1', 'b2', 'a0']);
    expect(seen).toEqual([['b', 'a', 'b'], ['a']]);
  });

  it('goes over a second connection where as many wait as are under way, and over no third', async () => {
    const seen: [number, readonly string[]][] = [];
    const done: (() => void)[] = [];
    const run = (connection: number) => async (items: readonly string[]) => {
      seen.push([connection, items]);
      await new Promise<void>((resolve) => done.push(resolve));
      return items;
    };
    const options = { keyOf: (item: string) => item, sizeMax: 10, isToSplit: () => false, monotonicMs: () => nowMs };
    const batcher = new Batcher<string, string>({ ...options, runs: [run(1), run(2)] });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    const items = ['a', 'b'].map((item) => batcher.add(item));
    await turn();
    items.push(batcher.add('c'));
    await turn();
    const whileOneWaits = seen.length;
    items.push(batcher.add('d'));
    await turn();
    items.push(...['e', 'f', 'g', 'h', 'i'].map((item) => batcher.add(item)));
    await turn();
    const whileBothWork = seen.length;
    done.forEach((end) => end());
    await turn();
    done.forEach((end) => end());
    await Promise.all(items);

    expect([whileOneWaits, whileBothWork]).toEqual([1, 2]);
    expect(seen).toEqual([
      [1, ['a', 'b']],
      [2, ['c', 'd']],
      [expect.any(Number), ['e', 'f', 'g', 'h', 'i']],
    ]);
  });

  it('goes over the first connection that is free, whichever ended first', async () => {
    const seen: number[] = [];
    const done: (() => void)[] = [];
    const run = (connection: number) => async (items: readonly string[]) => {
      seen.push(connection);
      await new Promise<void>((resolve) => done.push(resolve));
      return items;
    };
    const options = { keyOf: (item: string) => item, sizeMax: 10, isToSplit: () => false, monotonicMs: () => nowMs };
    const batcher = new Batcher<string, string>({ ...options, runs: [run(1), run(2)] });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    const items = [batcher.add('a')];
    await turn();
    items.push(batcher.add('b'));
    await turn();
    for (const end of done.splice(0)) {
      end();
      await turn();
    }
    items.push(batcher.add('c'));
    await turn();
    done.forEach((end) => end());
    await Promise.all(items);

    expect(seen).toEqual([1, 2, 1]);
  });

  it('that is run one by one lets others go meanwhile, as many as are left of it', async () => {
    const seen: string[] = [];
    let endOfB = (): void => undefined;
    const run = async (items: readonly string[]): Promise<readonly string[]> => {
      seen.push(items.join(''));
      if (items.length > 2) throw new Error('split');
      if (items[0] === 'b') await new Promise<void>((resolve) => (endOfB = resolve));
      return items;
    };
    const options = { keyOf: (item: string) => item, sizeMax: 10, isToSplit: () => true, monotonicMs: () => nowMs };
    const batcher = new Batcher<string, string>({ ...options, runs: [run, async (items) => run(items)] });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    const items = ['a', 'b', 'c'].map((item) => batcher.add(item));
    await turn();
    items.push(...['d', 'e'].map((item) => batcher.add(item)));
    await turn();
    const whileOneWaits = [...seen];
    endOfB();
    await Promise.all(items);

    expect(whileOneWaits).toEqual(['abc', 'a', 'b', 'de']);
  });

  it('never holds two items of one key, nor more than it may', async () => {
    const seen: number[] = [];
    const batcher = make(async (items) => {
      seen.push(items.length);
      return items;
    }, 2);

    await Promise.all(['a1', 'a2', 'b', 'c'].map((item) => batcher.add(item)));

    expect(seen).toEqual([2, 2]);
  });

  describe('while each turn of the event loop brings one more', () => {
    const sizesOf = async (items: number, sizeMax: number, turnMs: number): Promise<readonly number[]> => {
      const sizes: number[] = [];
      const batcher = make(async (batch) => {
        sizes.push(batch.length);
        return batch;
      }, sizeMax);
      const all: Promise<string>[] = [];
      await new Promise<void>((resolve) => {
        // Of one turn, what was asked for first comes first: each item is there before the batch looks.
        const bring = (): void => {
          nowMs += turnMs;
          if (all.length + 1 < items) setImmediate(bring);
          else resolve();
          all.push(batcher.add(String.fromCharCode(0x100 + all.length)));
        };
        bring();
      });
      await Promise.all(all);
      return sizes;
    };

    it.each([
      ['waits for all of them', 8, 100, 1, [8]],
      ['goes once it is full', 8, 5, 1, [5, 3]],
      ['goes after eight milliseconds', 8, 100, 2, [5, 3]],
      ['goes after one turn that takes as long', 3, 100, 8, [2, 1]],
    ])('%s', async (_what, items, sizeMax, turnMs, sizes) =>
      expect(await sizesOf(items, sizeMax, turnMs)).toEqual(sizes),
    );
  });

  it('goes at once where a turn brings nothing more', async () => {
    const sizes: number[] = [];
    const batcher = make(async (batch) => {
      sizes.push(batch.length);
      return batch;
    });

    const one = batcher.add('a');
    const other = new Promise((resolve) => setImmediate(() => resolve(batcher.add('b'))));
    await Promise.all([one, other]);

    expect(sizes).toEqual([1, 1]);
  });

  it('that may be split is run one by one, and only the guilty one fails', async () => {
    const batcher = make(async (items) => {
      if (items.includes('b')) throw new Error('split');
      return items;
    });

    const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => batcher.add(item)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('whose end is not known fails as a whole, and the next one is tried', async () => {
    let tries = 0;
    const batcher = make(async (items) => {
      if (tries++ === 0) throw new Error('lost');
      return items;
    });

    const results = await Promise.allSettled(['a', 'b'].map((item) => batcher.add(item)));

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher.add('c')).toBe('c');
  });
});
