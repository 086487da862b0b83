interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type RunBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** How items are run together. */
export interface BatchOptions<Item, Result> {
  /** Items of one key never share a batch. Absent: any do, also equal ones, in the order in which they came. */
  readonly keyOf?: (item: Item) => string;
  readonly sizeMax: number;
  /**
   * One for each connection: results in the order of the items, which are sorted by key where they have one. The second has a batch under way only where as many items wait as are
   * under way with the first.
   */
  readonly runs: readonly RunBatch<Item, Result>[];
  /** Whether the items of a batch that failed are to be run one by one. */
  readonly isToSplit: (error: unknown) => boolean;
  readonly monotonicMs: () => number;
}

/** So long a batch gathers at most, in milliseconds. */
const GATHER_MS = 8;

/**
 * Runs items in batches: while one is under way, the next gathers. So one item alone does not wait, and many share a round trip
 * and a commit. What a statement costs besides its rows is most of a small batch, so each gathers for as long as every turn of the event loop brings
 * more, 8 ms at most: where nothing else is to be done, that is one turn, and where the loop is busy, items wait for it rather than for the clock.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly busy = new Set<RunBatch<Item, Result>>();
  private underWay = 0;
  private isGathering = false;

  constructor(private readonly options: BatchOptions<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, key: this.options.keyOf?.(item), resolve, reject });
      this.gather();
    });
  }

  private gather(): void {
    if (this.isGathering || !this.isDue()) return;
    this.isGathering = true;
    this.afterTurn(this.options.monotonicMs() + GATHER_MS);
  }

  private afterTurn(untilMs: number): void {
    const before = this.waiting.length;
    setImmediate(() => {
      const { length } = this.waiting;
      const { sizeMax, monotonicMs } = this.options;
      if (length > before && length < sizeMax && monotonicMs() < untilMs) return this.afterTurn(untilMs);
      this.isGathering = false;
      this.start();
    });
  }

  private isDue(): boolean {
    return this.idle !== undefined && this.waiting.length > 0 && this.waiting.length >= this.underWay;
  }

  /** The first that has nothing under way. */
  private get idle(): RunBatch<Item, Result> | undefined {
    return this.options.runs.find((run) => !this.busy.has(run));
  }

  private start(): void {
    const run = this.isDue() ? this.idle : undefined;
    if (!run) return;
    const batch = this.takeBatch();
    this.busy.add(run);
    this.underWay += batch.length;
    void this.runBatch(run, batch).finally(() => {
      this.busy.delete(run);
      this.gather();
    });
    this.gather();
  }

  private takeBatch(): readonly Waiting<Item, Result>[] {
    const { keyOf, sizeMax } = this.options;
    if (keyOf === undefined) return this.waiting.splice(0, sizeMax);
    const taken = new Map<string, Waiting<Item, Result>>();
    const left: Waiting<Item, Result>[] = [];
    for (const one of this.waiting) {
      const key = one.key!;
      if (taken.size < sizeMax && !taken.has(key)) taken.set(key, one);
      else left.push(one);
    }
    this.waiting = left;
    return [...taken].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
  }

  private async runBatch(run: RunBatch<Item, Result>, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      this.end(batch, (one, index) => one.resolve(results[index]!));
    } catch (error) {
      if (batch.length > 1 && this.options.isToSplit(error)) for (const one of batch) await this.runBatch(run, [one]);
      else this.end(batch, (one) => one.reject(error));
    }
  }

  private end(
    batch: readonly Waiting<Item, Result>[],
    tell: (one: Waiting<Item, Result>, index: number) => void,
  ): void {
    this.underWay -= batch.length;
    batch.forEach(tell);
    this.gather();
  }
}
