import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startApi, type PaymentsConfig } from '@stackcheck/api';
import { FixedClock } from '@stackcheck/contract/testing';
import { DATASETS, publishStarter } from '@stackcheck/datasets';
import type { PaymentTerms } from '@stackcheck/payment-x402';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { packChunks } from '@stackcheck/advisory-pack';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { CountingFacilitator } from './counting-facilitator';

/** The address that buyers sign for; the port really listened on differs, which must not matter. */
export const BASE_URL = 'http://127.0.0.1:8402';

/** A running API on the starter dataset, in a folder of its own, that sells to a facilitator which counts. */
export interface ConformanceService {
  /** Address it listens on. */
  readonly url: string;
  readonly clock: FixedClock;
  readonly facilitator: CountingFacilitator;
  readonly terms: PaymentTerms;
  close(): Promise<void>;
}

/** Starts it; one proxy is trusted, so that a request may choose its client address by X-Forwarded-For. */
export async function startService(): Promise<ConformanceService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-conformance-'));
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  await publishTo(dataDir, clock);
  const config = readConfig({
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    // The event loop is shared with the test, which may hold it up.
    EVENT_LOOP_LAG_MAX_MS: '0',
    PUBLIC_BASE_URL: BASE_URL,
    DATA_DIR: dataDir,
    PORT: '0',
    TRUST_PROXY: '1',
  });
  const facilitator = new CountingFacilitator();
  const api = await startApi(config, { clock, facilitator });
  return {
    url: api.url,
    clock,
    facilitator,
    terms: (config.payments as Extract<PaymentsConfig, { terms: unknown }>).terms,
    close: async () => {
      await api.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function publishTo(dataDir: string, clock: FixedClock): Promise<void> {
  const signer = signerFromPem(generateKeyPem());
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [signer.publicJwk] }));
  const store = openSnapshotStore(join(dataDir, 'snapshots.db'));
  const timing = { sleep: async () => undefined, every: () => () => undefined };
  const advisoryFiles = openAdvisoryFiles(join(dataDir, 'osv'));
  for (const dataset of DATASETS.filter(({ starter }) => starter)) {
    const outcome = await publishStarter(dataset, {
      store,
      clock,
      timing,
      owner: 'conformance',
      leaseWaitMs: 0,
      signer,
      advisoryFiles,
      packAdvisories: packChunks,
    });
    if (outcome.kind !== 'published') throw new Error(`a starter was not published: ${JSON.stringify(outcome)}`);
  }
  store.close();
}
