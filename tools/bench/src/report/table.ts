/** One line of the result: what, how much, and how it stands to a reference. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly ratio: string;
  /** The same in numbers, for programs. */
  readonly measured?: {
    readonly unit: string;
    /** One for each round. */
    readonly values: readonly number[];
    /** Ours to theirs, one for each round. */
    readonly ratios?: readonly number[];
    /** Whether the values stay where they are while the load goes on, where that is what was looked for. */
    readonly isFlat?: boolean;
  };
}

/** What one benchmark found. */
export interface Report {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Rows as an aligned table of plain text under a title. */
export function table(title: string, rows: readonly Row[]): string {
  const width = (cell: (row: Row) => string) => Math.max(...rows.map((row) => cell(row).length));
  const [what, value] = [width((row) => row.what), width((row) => row.value)];
  const lines = rows.map((row) => `  ${row.what.padEnd(what)}  ${row.value.padStart(value)}  ${row.ratio}`.trimEnd());
  return [title, ...lines].join('\n');
}

/** A number for a person: thousands grouped, three significant digits below a hundred. */
export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

/** `1.23 ×` of a reference. */
export function times(value: number, reference: number): string {
  return `${(value / reference).toFixed(2)} ×`;
}
