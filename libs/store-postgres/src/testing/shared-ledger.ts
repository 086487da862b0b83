/**
 * What APIs over one test database have in common, as variables of their environment.
 * @param url of the database
 * @param receiptKey PEM; none may make one for itself
 */
export function sharedLedger(url: string, receiptKey: string): Readonly<Record<string, string>> {
  return { LEDGER_URL: url, LEDGER_STANDBY: 'none', RECEIPT_KEY: receiptKey, STACK_WATCH: 'off' };
}
