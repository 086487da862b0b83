import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readConfig, startApi } from '@stackcheck/api';
import { systemClock } from '@stackcheck/contract';
import { DATASETS, publishStarter } from '@stackcheck/datasets';
import { packChunks } from '@stackcheck/advisory-pack';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { Scratch } from './scratch';

/** The API as `npm start` has it before its first refresh: embedded data, and a sandbox that takes test payments. */
export interface SandboxService {
  /** Where it listens, which is also what it calls itself: a stranger knows nothing else. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it in this process, in a folder of its own. */
export async function startSandboxService(): Promise<SandboxService> {
  const scratch = new Scratch();
  try {
    const dataDir = scratch.folder();
    await publishStarters(dataDir);
    const port = await freePort();
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      PAYMENTS_MODE: 'sandbox',
      CONTACT: 'security@stackcheck.example',
      LOG_LEVEL: 'silent',
      // The event loop is shared with the test, which may hold it up.
      EVENT_LOOP_LAG_MAX_MS: '0',
    });
    const { url } = scratch.keep(await startApi(config));
    return { url, close: () => scratch.clear() };
  } catch (fault) {
    await scratch.clear();
    throw fault;
  }
}

async function publishStarters(dataDir: string): Promise<void> {
  const signer = signerFromPem(generateKeyPem());
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signer.publicJwk] }));
  const store = openSnapshotStore(join(dataDir, 'snapshots.db'));
  const timing = { sleep: () => Promise.resolve(), every: () => () => undefined };
  try {
    const advisoryFiles = openAdvisoryFiles(join(dataDir, 'osv'));
    const deps = {
      store,
      signer,
      clock: systemClock,
      timing,
      owner: 'e2e',
      leaseWaitMs: 0,
      advisoryFiles,
      packAdvisories: packChunks,
    };
    for (const dataset of DATASETS.filter(({ starter }) => starter)) {
      const outcome = await publishStarter(dataset, deps);
      if (outcome.kind !== 'published') throw new Error(`a starter was not published: ${JSON.stringify(outcome)}`);
    }
  } finally {
    store.close();
  }
}

/** The service must know its own address before it listens, since offers name it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
