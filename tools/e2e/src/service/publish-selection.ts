import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { publishDataset, type Dataset } from '@stackcheck/datasets';
import { eolDataset, eolStarter } from '@stackcheck/datasets/eol';
import { generateKeyPem, signerFromPem, type Signer } from '@stackcheck/signing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';

/**
 * Publishes the starter's products as if upstream had sent them today, since the starter itself is not sold for real payments;
 * signed by a key that is forgotten afterwards, or by one that the folder publishes already. In this process, so that tests on sources need no build, and without the guards,
 * which ask for the whole feed: the worker itself is tested as a process.
 */
export async function publishSelection(dataDir: string, signer: Signer = publishedKey(dataDir)): Promise<void> {
  const selection = { ...eolDataset, read: () => eolStarter().snapshot, guard: () => [] } as unknown as Dataset;
  const url = 'http://127.0.0.1/selection';
  const validators = { url, etag: null, lastModified: null };
  const store = openSnapshotStore(join(dataDir, 'snapshots.db'));
  try {
    const outcome = await publishDataset(selection, {
      store,
      signer,
      upstream: { fetch: async () => ({ kind: 'body', body: new Uint8Array(), validators }) },
      addresses: { urls: [url], companions: [] },
      acceptSha256: null,
      clock: systemClock,
      timing: { sleep: () => Promise.resolve(), every: () => () => undefined },
      owner: 'e2e',
      leaseWaitMs: 0,
    });
    if (outcome.kind !== 'published') throw new Error(`the selection was not published: ${JSON.stringify(outcome)}`);
  } finally {
    store.close();
  }
}

function publishedKey(dataDir: string): Signer {
  const signer = signerFromPem(generateKeyPem());
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signer.publicJwk] }));
  return signer;
}
