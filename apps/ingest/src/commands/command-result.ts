/** Lines for the operator, and whether all is well. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly ok: boolean;
  /** The same for a program (`--json`), in wire names. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What a command could not do, and why. */
export function bad(reason: string): CommandResult {
  return { lines: [reason], ok: false, facts: { reason } };
}
