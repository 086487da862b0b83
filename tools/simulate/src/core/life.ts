/** One run of the server process, from boot to crash. */
export class Life {
  isAlive = true;
  private readonly onEnd: (() => void)[] = [];

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

  end(): void {
    this.isAlive = false;
    for (const happen of this.onEnd.splice(0)) happen();
  }
}

/** What a dead process waits for. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
