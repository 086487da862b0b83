import { generateKeyPem } from '@stackcheck/signing';
import { sharedLedger, startPostgres } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import type { ServedLedger } from '../kill/served-ledger';
import type { Scratch } from '../service/scratch';
import { judgedDatabase } from './judged-database';
import { SettleWatch } from './settle-watch';
import { stablePort } from './stable-port';

/** A PostgreSQL of its own for the workers of one server, which is started again and again at one port. */
export async function servedDatabase(scratch: Scratch, choice: Choice): Promise<ServedLedger> {
  const database = await startPostgres();
  scratch.keep({ close: () => database.stop() });
  const watch = scratch.keep(new SettleWatch(() => database));
  const count = "SELECT count(*)::int AS open FROM payment WHERE state IN ('settling', 'unknown')";
  return {
    env: { ...sharedLedger(database.url(), generateKeyPem()), PORT: String(await stablePort(choice)) },
    faults: watch.faults,
    see: (nonce) => watch.see(nonce),
    open: async () => Number((await database.run(count))[0]!['open']),
    finish: () => watch.finish(),
    judged: () => judgedDatabase(database.url()),
  };
}
