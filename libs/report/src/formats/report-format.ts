import type { Outcome } from '../outcome';

/** What a format may go by besides the outcome; each has its own use for them, or none. */
export interface ReportOptions {
  /** Columns of the terminal, for `table`; 60 to 200, others are brought into these bounds. Absent: 100. */
  readonly width?: number;
  /** Whether `table` may use ANSI colours; the caller obeys NO_COLOR. Absent: no. */
  readonly colors?: boolean;
  /** The short form of `table`: what fails or is unknown, a line each, and nothing where nothing is. Absent: no. */
  readonly quiet?: boolean;
}

/** A format that an outcome is written in. */
export interface ReportFormat {
  /** Its name on the command line: `--format sarif`. */
  readonly id: string;
  /** What it is, for people. */
  readonly label: string;
  readonly mediaType: string;
  /** Of a file that holds it, with its dots: `.sarif`. */
  readonly extension: string;
  /** Pure; never throws for an outcome of the type's shape, whatever its texts hold. */
  write(outcome: Outcome, options?: ReportOptions): string;
}
