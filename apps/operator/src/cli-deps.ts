/** What the command line reads from and writes to. */
export interface CliDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text as it is, with its line ends. */
  readonly write: (text: string) => void;
  readonly complain: (line: string) => void;
}

/** 0: done, and nothing is wrong; 1: a fault, a difference, nothing found, or it could not be done; 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;
