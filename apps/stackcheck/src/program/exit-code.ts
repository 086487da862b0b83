/** What the program ends with. */
export const EXIT = {
  /** Verdict pass or warn, or nothing to check. */
  ok: 0,
  /** Verdict fail. */
  fail: 1,
  /** Wrong usage. */
  usage: 2,
  /** A file that was named, or is of a kind that is read, cannot be read; all else was still reported. */
  unreadable: 3,
  /** Data are missing, too old, or not verified. */
  data: 4,
  /** The network, a refused payment, or a cap. */
  network: 5,
  /** Verdict unknown. */
  unknown: 6,
} as const;

/** One of these. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something the user has to know and mend: one sentence that names the file, the place and what would do. */
export class CliError extends Error {
  constructor(
    readonly exitCode: Exclude<ExitCode, 0>,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'CliError';
  }
}
