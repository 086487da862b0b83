/** The readable story of one schedule; written only when somebody will read it. */
export class Trail {
  readonly lines: string[] = [];

  constructor(
    readonly isKept: boolean,
    private readonly nowMs: () => number,
  ) {}

  /** @param line not called when nothing is kept */
  note(line: () => string): void {
    if (this.isKept) this.lines.push(`${(this.nowMs() / 1_000).toFixed(3).padStart(9)}  ${line()}`);
  }
}
