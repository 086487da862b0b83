/** One run of the server process, from boot to crash. */
export class Life {
  isAlive = true;
  /** It takes nobody in any more, and ends soon. */
  isLeaving = false;
  /** When it awoke last, in simulated time; -Infinity before. */
  awokeMs = -Infinity;
  /** Time that its monotonic clock missed, because its whole machine slept. */
  sleptMs = 0;
  private readonly onEnd: (() => void)[] = [];
  /** What would have happened while it was frozen, in its order; undefined while it is awake. */
  private missed: (() => void)[] | undefined;

  constructor(
    readonly number: number,
    readonly bootId: string,
    /** Which of the processes that serve. */
    readonly place = 0,
  ) {}

  /** What the outside notices when the process ends, e.g. its connections. */
  whenOver(happen: () => void): void {
    this.onEnd.push(happen);
  }

  get isFrozen(): boolean {
    return this.missed !== undefined;
  }

  /** From now on nothing of this process happens, though it lives. */
  freeze(): void {
    this.missed ??= [];
  }

  /** @returns what is to happen now, each by itself */
  thaw(): readonly (() => void)[] {
    const { missed = [] } = this;
    this.missed = undefined;
    return missed;
  }

  /** Something of this process happens now, or when it is awake again; never, if it has ended by then. */
  whenAwake(happen: () => void): void {
    if (this.missed) this.missed.push(happen);
    else happen();
  }

  end(): void {
    this.isAlive = false;
    for (const happen of this.onEnd.splice(0)) happen();
  }
}

/** What a dead process waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
