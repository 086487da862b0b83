import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packChunks } from '@stackcheck/advisory-pack';
import type { Clock } from '@stackcheck/contract';
import {
  DATASETS,
  publishDataset,
  type DatasetId,
  type PublishOutcome,
  type StoredSnapshot,
} from '@stackcheck/datasets';
import { NO_VALIDATORS, type AdvisoryBucket } from '@stackcheck/datasets/fetch';
import { osvDataset } from '@stackcheck/datasets/osv';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { smallBucket } from '@stackcheck/datasets/testing';
import { generateKeyPem, signerFromPem, type Signer } from '@stackcheck/signing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';

/** What stands in the place of a starter's selection; of advisories, in that of each record. */
export type ChangedSelection = (id: DatasetId, selection: object) => object;

/** What an ingest worker leaves in a data folder, made without one. */
export class DataFolder {
  private readonly signer: Signer = signerFromPem(generateKeyPem());

  /** Its key becomes the folder's only one. */
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {
    mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'keys', 'dataset-jwks.json'), JSON.stringify({ keys: [this.signer.publicJwk] }));
  }

  /**
   * Publishes what upstream serves, guards included.
   * @param tamper changes what is stored after it was signed
   */
  async ingest(
    id: DatasetId,
    body: Uint8Array,
    tamper: (snapshot: StoredSnapshot) => StoredSnapshot = (snapshot) => snapshot,
  ): Promise<PublishOutcome> {
    const store = openSnapshotStore(join(this.folder, 'snapshots.db'));
    try {
      return await publishDataset(registeredDataset(id), {
        store: { ...store, publish: (lease, snapshot, ...rest) => store.publish(lease, tamper(snapshot), ...rest) },
        upstream: { fetch: async () => ({ kind: 'body', body, validators: NO_VALIDATORS }) },
        ...this.common(),
        addresses: { urls: ['https://upstream.test/'], companions: [] },
        acceptSha256: null,
      });
    } finally {
      store.close();
    }
  }

  /**
   * Publishes the selections of all starters as if they were all that upstream has, without the guards that would doubt it.
   * @param change what upstream has instead
   */
  async ingestSelections(change: ChangedSelection = (_id, selection) => selection): Promise<void> {
    const store = openSnapshotStore(join(this.folder, 'snapshots.db'));
    const validators = NO_VALIDATORS;
    const address = 'https://upstream.test/';
    const upstream = { fetch: async () => ({ kind: 'unchanged' as const, validators }) };
    try {
      for (const dataset of DATASETS) {
        const whole = dataset.kind === 'document' ? dataset.starter?.().snapshot : undefined;
        if (whole === undefined) continue;
        const selection = change(dataset.descriptor.id, whole) as typeof whole;
        const fetched = { kind: 'fetched', body: selection, validators, upstreamEtag: null, address } as const;
        const outcome = await publishDataset(
          { ...dataset, fetch: async () => fetched, read: () => selection, guard: () => [] },
          { ...this.common(), store, upstream, addresses: { urls: [address], companions: [] }, acceptSha256: null },
        );
        if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
      }
    } finally {
      store.close();
    }
    const outcome = await this.ingestAdvisories(smallBucket((record) => change('osv', record) as typeof record));
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  }

  /** Publishes the advisories of a bucket, guards included. @param packs false: as a worker from before there were packs */
  async ingestAdvisories(bucket: AdvisoryBucket, packs = true): Promise<PublishOutcome> {
    const store = openSnapshotStore(join(this.folder, 'snapshots.db'));
    const files = openAdvisoryFiles(join(this.folder, 'osv'));
    const upstream = { fetch: () => Promise.reject(new Error('a bucket is read otherwise')) };
    const addresses = { urls: ['https://bucket.test'], companions: [] };
    try {
      return await publishDataset(osvDataset, {
        ...this.common(),
        store,
        upstream,
        addresses,
        bucket: () => bucket,
        advisoryFiles: files,
        ...(packs && { packAdvisories: packChunks }),
        acceptSha256: null,
      });
    } finally {
      store.close();
    }
  }

  private common() {
    return {
      signer: this.signer,
      clock: this.clock,
      timing: { sleep: async () => undefined, every: () => () => undefined },
      owner: 'test',
      leaseWaitMs: 0,
    };
  }
}
