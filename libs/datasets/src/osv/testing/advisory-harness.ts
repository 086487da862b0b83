import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk } from '@stackcheck/signing';
import { publishDataset, type PublishDeps } from '../../publish/publish';
import type { RemakeDeps } from '../../publish/publish-with-deltas';
import type { PublishOutcome } from '../../publish/publish-outcome';
import type { Manifest, StoredSnapshot } from '../../snapshot/snapshot';
import { FakeUpstream } from '../../testing/fake-upstream';
import { instantTiming } from '../../testing/instant-timing';
import { MemorySnapshotStore } from '../../testing/memory-snapshot-store';
import type { LoadReport } from '../../upstream/load-report';
import { osvDataset } from '../dataset';
import { openIndex } from '../live-advisories';
import { indexOsv, type OsvIndex } from '../lookup';
import { MemoryAdvisoryFiles } from './memory-advisory-files';
import { smallBucket } from './small-bucket';

/** What all walks of ingest are given together. */
export type HarnessDeps = PublishDeps & RemakeDeps;

/** The ingest side of the package advisories in memory. */
export class AdvisoryHarness {
  readonly clock = new FixedClock('2026-11-20T06:22:05.678Z');
  readonly signer = signerFromPem(generateKeyPem());
  readonly verifiers = new Map([[this.signer.keyId, verifierFromJwk(this.signer.publicJwk)]]);
  readonly upstream = new FakeUpstream();
  readonly store = new MemorySnapshotStore();
  readonly files = new MemoryAdvisoryFiles();
  readonly reports: LoadReport[] = [];
  bucket = smallBucket();

  /** What a walk is given, with some of it changed. */
  deps(change: Partial<HarnessDeps> = {}): HarnessDeps {
    return {
      store: this.store,
      advisoryFiles: this.files,
      signer: this.signer,
      clock: this.clock,
      timing: instantTiming,
      owner: 'worker',
      leaseWaitMs: 0,
      verifiers: this.verifiers,
      bucket: () => this.bucket,
      upstream: this.upstream,
      addresses: { urls: ['https://bucket.test'], companions: [] },
      acceptSha256: null,
      onRead: (report) => this.reports.push(report),
      ...change,
    };
  }

  /** Refreshes from whatever the bucket serves. */
  publish(change?: Partial<HarnessDeps>): Promise<PublishOutcome> {
    return publishDataset(osvDataset, this.deps(change));
  }

  /** Refreshes and insists on a new snapshot. */
  async published(change?: Partial<HarnessDeps>): Promise<Manifest> {
    const outcome = await this.publish(change);
    if (outcome.kind !== 'published') throw new Error(`expected a publication, got ${JSON.stringify(outcome)}`);
    return outcome.manifest;
  }

  /** The current snapshot as it is stored. */
  current(): StoredSnapshot {
    return this.store.find('osv', this.store.state('osv').currentSnapshotId!)!;
  }

  /** The current snapshot's look-ups, verified as the API verifies them. */
  async index(): Promise<OsvIndex> {
    const opened = await openIndex(this.current(), this.files, this.verifiers);
    if (!opened.ok) throw new Error(opened.fault);
    return indexOsv(opened.reader, !this.current().manifest.starter);
  }
}
