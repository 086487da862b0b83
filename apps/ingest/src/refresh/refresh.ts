import { packChunks } from '@stackcheck/advisory-pack';
import {
  publishDataset,
  publishStarter,
  type DatasetId,
  type PublishOutcome,
  type StarterOutcome,
} from '@stackcheck/datasets';
import {
  DEFAULT_RETENTION,
  remakeDeltas,
  removeOldSnapshots,
  resealCurrent,
  type GarbageOutcome,
  type LeaseDeps,
  type RemakeOutcome,
  type ResealDeps,
  type ResealOutcome,
  type StarterDeps,
} from '@stackcheck/datasets/publish';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { addressesOf } from '../config/configured-upstreams';
import { readVerifiers } from '../keys/signing-key';
import { logReading } from '../operations/reading-log';
import type { Progress } from '../operations/progress';
import type { DatasetReport } from '../operations/report';
import type { IngestParts } from '../parts/ingest-parts';

/** A run by hand waits for a worker that is at it, or for the lease of one that died, to run out. */
export const LEASE_WAIT_MS = 75_000;

/** What work under a lease needs. */
export function leaseDeps({ store, clock, timing, owner }: IngestParts, leaseWaitMs: number): LeaseDeps {
  return { store, clock, timing, owner, leaseWaitMs };
}

/** What sealing under a lease needs, whatever the dataset. */
export function sealingDeps(parts: IngestParts, lease: LeaseDeps): StarterDeps {
  const { signingKey, advisoryFiles } = parts;
  return { ...lease, signer: signingKey.signer, advisoryFiles, packAdvisories: packChunks };
}

/** What sealing again what is stored needs: also the keys that vouch for it. */
function resealingDeps(parts: IngestParts, lease: LeaseDeps): ResealDeps {
  // The key comes first: opening it publishes it, so that it is among the known ones.
  const deps = sealingDeps(parts, lease);
  return { ...deps, verifiers: readVerifiers(parts.config.keySetFile) };
}

/** Refreshes one dataset from its upstream and reports how it ended. */
export async function refreshDataset(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<DatasetReport> {
  const { clock } = parts;
  const progress = parts.progress(id);
  const beganAt = clock.monotonic();
  const outcome = await publish(parts, id, leaseDeps(parts, leaseWaitMs), progress).finally(() => progress.done());
  const report: DatasetReport = {
    dataset: id,
    outcome,
    durationMs: Math.round(clock.monotonic() - beganAt),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  parts.reporter.refreshed(report);
  parts.metrics?.ended(report);
  return report;
}

function publish(parts: IngestParts, id: DatasetId, lease: LeaseDeps, progress: Progress): Promise<PublishOutcome> {
  const { config, logger } = parts;
  const dataset = registeredDataset(id);
  return publishDataset(dataset, {
    ...sealingDeps(parts, lease),
    upstream: parts.upstream(dataset.descriptor),
    bucket: parts.advisoryBucket,
    addresses: config.upstreams[id] ?? addressesOf(dataset.descriptor),
    acceptSha256: config.acceptSha256,
    releaseMemory: parts.releaseMemory,
    progress: (received, total) => progress.received(received, total),
    onRead: (report) => logReading(logger, id, report),
  });
}

/** Publishes a dataset's embedded starter where it has no snapshot yet, or another version's starter. */
export async function offerStarter(parts: IngestParts, id: DatasetId): Promise<StarterOutcome> {
  const outcome = await publishStarter(registeredDataset(id), sealingDeps(parts, leaseDeps(parts, LEASE_WAIT_MS)));
  parts.reporter.starter(id, outcome);
  return outcome;
}

/** Seals a dataset's stored content again where this version states something else about it, without asking upstream. */
export async function resealStored(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<ResealOutcome> {
  const deps = resealingDeps(parts, leaseDeps(parts, leaseWaitMs));
  const outcome = await resealCurrent(registeredDataset(id), deps);
  parts.reporter.resealed(id, outcome);
  return outcome;
}

/** Makes the deltas to a dataset's current snapshot that are missing, without asking upstream. */
export async function remakeStoredDeltas(
  parts: IngestParts,
  id: DatasetId,
  leaseWaitMs: number,
): Promise<RemakeOutcome> {
  const deps = resealingDeps(parts, leaseDeps(parts, leaseWaitMs));
  const outcome = await remakeDeltas(registeredDataset(id), deps);
  parts.reporter.deltasMade(id, outcome);
  return outcome;
}

/** Removes the snapshots that retention does not keep, with their deltas. */
export async function removeExpended(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<GarbageOutcome> {
  const outcome = await removeOldSnapshots(id, DEFAULT_RETENTION, {
    ...leaseDeps(parts, leaseWaitMs),
    advisoryFiles: parts.advisoryFiles,
  });
  parts.reporter.removed(id, outcome);
  return outcome;
}
