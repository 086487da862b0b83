import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk } from '@stackcheck/signing';
import type { DocumentDataset } from '../life/dataset';
import { publishDataset, type PublishDeps } from '../publish/publish';
import type { PublishOutcome } from '../publish/publish-outcome';
import { registeredDataset } from '../registry/registry';
import type { DatasetId, Manifest } from '../snapshot/snapshot';
import { FakeUpstream } from './fake-upstream';
import { instantTiming } from './instant-timing';
import { MemorySnapshotStore } from './memory-snapshot-store';
import { feedBytes, feedWithLatest } from './small-feed';

/** The whole ingest side in memory: one worker with its clock, key, store and upstream. */
export class IngestHarness {
  readonly clock = new FixedClock('2026-11-20T06:22:05.678Z');
  readonly upstream = new FakeUpstream();
  readonly signer = signerFromPem(generateKeyPem());
  readonly verifiers = new Map([[this.signer.keyId, verifierFromJwk(this.signer.publicJwk)]]);
  readonly dataset: DocumentDataset;
  store = new MemorySnapshotStore();

  constructor(id: DatasetId = 'eol') {
    const dataset = registeredDataset(id);
    if (dataset.kind !== 'document') throw new Error(`"${id}" has a harness of its own`);
    this.dataset = dataset;
  }

  /** What a walk is given, with some of it changed. */
  deps(change: Partial<PublishDeps> = {}): PublishDeps {
    return {
      store: this.store,
      upstream: this.upstream,
      signer: this.signer,
      clock: this.clock,
      timing: instantTiming,
      owner: 'worker',
      leaseWaitMs: 0,
      addresses: { urls: ['https://upstream.test/full'], companions: [] },
      acceptSha256: null,
      ...change,
    };
  }

  /** Refreshes from whatever upstream serves. */
  publish(change?: Partial<PublishDeps>, dataset: DocumentDataset = this.dataset): Promise<PublishOutcome> {
    return publishDataset(dataset, this.deps(change));
  }

  /** Refreshes and insists on a new snapshot; with `latest`, of a feed that states this version for PHP. */
  async published(latest?: string, change?: Partial<PublishDeps>): Promise<Manifest> {
    if (latest !== undefined) this.upstream.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
    const outcome = await this.publish(change);
    if (outcome.kind !== 'published') throw new Error(`expected a publication, got ${JSON.stringify(outcome)}`);
    return outcome.manifest;
  }
}
