interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** How items are run together. */
export interface BatchOptions<Item, Result> {
  /** Items of one key never share a batch. */
  readonly keyOf: (item: Item) => string;
  readonly sizeMax: number;
  /** Results in the order of the items, which are sorted by key. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether the items of a batch that failed are to be run one by one. */
  readonly isToSplit: (error: unknown) => boolean;
  /** How long a batch that has room waits for more items before it is run, in milliseconds, asked for each; absent = not at all. */
  readonly gatherMs?: (() => number) | undefined;
}

/**
 * Runs items in batches: while one is under way, the next gathers. So one item alone waits for nobody, and many share a round trip
 * and a commit. What a statement costs besides its rows is most of a small batch, so where many are at work each may gather for a moment.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  constructor(private readonly options: BatchOptions<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, key: this.options.keyOf(item), resolve, reject });
      if (!this.isRunning) {
        this.isRunning = true;
        // What is asked for in the same turn of the event loop joins.
        setImmediate(() => void this.runAll());
      }
    });
  }

  private async runAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const gatherMs = this.waiting.length < this.options.sizeMax ? (this.options.gatherMs?.() ?? 0) : 0;
      if (gatherMs > 0) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      await this.runBatch(this.takeBatch());
    }
    this.isRunning = false;
  }

  private takeBatch(): readonly Waiting<Item, Result>[] {
    const taken = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const one of this.waiting) {
      if (taken.size < this.options.sizeMax && !taken.has(one.key)) taken.set(one.key, one);
      else left.push(one);
    }
    this.waiting = left;
    return [...taken.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  private async runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      for (const [index, one] of batch.entries()) one.resolve(results[index]!);
    } catch (error) {
      if (batch.length > 1 && this.options.isToSplit(error)) for (const one of batch) await this.runBatch([one]);
      else for (const one of batch) one.reject(error);
    }
  }
}
