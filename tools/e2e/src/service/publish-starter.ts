import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { publishStarter as publish, registeredDataset } from '@stackcheck/datasets';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';

/**
 * Publishes the starter dataset into an empty data folder, signed by a key that is forgotten afterwards; the public one stays
 * where the API reads it. In this process, so that tests on sources need no build; the worker itself is tested as a process.
 */
export async function publishStarter(dataDir: string): Promise<void> {
  const signer = signerFromPem(generateKeyPem());
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signer.publicJwk] }));
  const store = openSnapshotStore(join(dataDir, 'snapshots.db'));
  try {
    const outcome = await publish(registeredDataset('eol'), {
      store,
      signer,
      clock: systemClock,
      timing: { sleep: () => Promise.resolve(), every: () => () => undefined },
      owner: 'e2e',
      leaseWaitMs: 0,
    });
    if (outcome.kind !== 'published') throw new Error(`the starter was not published: ${JSON.stringify(outcome)}`);
  } finally {
    store.close();
  }
}
