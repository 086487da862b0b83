/** Lines for the operator, and whether all is well. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly ok: boolean;
}
