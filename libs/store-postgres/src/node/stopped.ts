/** Begins why a ledger is stopped whose payments are elsewhere now. */
export const MOVED_TO = 'moved to ';

/** Whether a ledger is stopped for ever: another one has its payments, and both would sell. */
export function isMoved(stopped: string | null): boolean {
  return stopped?.startsWith(MOVED_TO) === true;
}

/** Why no node may sell over a ledger, with what to do. @param stopped why, as the table `cluster` has it */
export function whyStopped(stopped: string): string {
  return isMoved(stopped)
    ? `this ledger was ${stopped} by \`payments migrate\` and takes no payments any more: set LEDGER_URL to where it is now, or DATA_DIR to its folder`
    : `payments are stopped on all nodes (run audit and ledger verify, then resume --audited): ${stopped}`;
}
