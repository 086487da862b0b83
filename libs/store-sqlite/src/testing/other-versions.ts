import { migrate } from '../migrate';
import { openDatabase } from '../open';
import { PAYMENT_MIGRATIONS } from '../payments/schema';

/** An empty ledger as the program before the last step left it. @param heldUntilMs when an API takes payments with it */
export function olderLedger(file: string, heldUntilMs?: number): void {
  const database = openDatabase(file);
  migrate(database, PAYMENT_MIGRATIONS.slice(0, -1));
  if (heldUntilMs !== undefined) database.prepare("INSERT INTO host_lease VALUES ('p', 'h', ?)").run(heldUntilMs);
  database.close();
}

/** Makes a ledger one that a later program has written. */
export function newerDatabase(file: string): void {
  const database = openDatabase(file);
  migrate(database, [...PAYMENT_MIGRATIONS, { name: '9999_later', sql: 'SELECT 1' }]);
  database.close();
}
