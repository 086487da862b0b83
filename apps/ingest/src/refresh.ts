import {
  DEFAULT_RETENTION,
  publishDataset,
  publishStarter,
  registeredDataset,
  remakeDeltas,
  removeOldSnapshots,
  resealCurrent,
  type DatasetId,
  type GarbageOutcome,
  type LeaseDeps,
  type PublishOutcome,
  type RemakeOutcome,
  type ResealOutcome,
  type StarterOutcome,
} from '@stackcheck/datasets';
import { addressesOf } from './config-upstreams';
import { readVerifiers } from './keys';
import { offerAdvisoryStarter, refreshAdvisories, resealStoredAdvisories } from './osv/advisory-work';
import type { Progress } from './progress';
import type { DatasetReport } from './report';
import type { IngestParts } from './composition/tokens';

/** A run by hand waits for a worker that is at it, or for the lease of one that died, to run out. */
export const LEASE_WAIT_MS = 75_000;

/** What work under a lease needs. */
export function leaseUses({ store, clock, timing, owner }: IngestParts, leaseWaitMs: number): LeaseDeps {
  return { store, clock, timing, owner, leaseWaitMs };
}

/** Refreshes one dataset from its upstream and reports how it ended. */
export async function refreshDataset(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<DatasetReport> {
  const { clock } = parts;
  const progress = parts.progress(id);
  const beganAt = clock.monotonic();
  const outcome = await publish(parts, id, leaseUses(parts, leaseWaitMs), progress).finally(() => progress.done());
  const report: DatasetReport = {
    dataset: id,
    outcome,
    durationMs: Math.round(clock.monotonic() - beganAt),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  parts.reporter.refreshed(report);
  return report;
}

function publish(parts: IngestParts, id: DatasetId, lease: LeaseDeps, progress: Progress): Promise<PublishOutcome> {
  if (id === 'osv') return refreshAdvisories(parts, lease, progress);
  const { config } = parts;
  const dataset = registeredDataset(id);
  return publishDataset(dataset, {
    ...lease,
    upstream: parts.upstream(dataset.descriptor),
    signer: parts.signingKey.signer,
    addresses: config.upstreams[id] ?? addressesOf(dataset.descriptor),
    acceptSha256: config.acceptSha256,
    progress: (received, total) => progress.received(received, total),
  });
}

/** Publishes a dataset's embedded starter where it has no snapshot yet, or another version's starter. */
export async function offerStarter(parts: IngestParts, id: DatasetId): Promise<StarterOutcome> {
  const lease = leaseUses(parts, LEASE_WAIT_MS);
  const outcome = await (id === 'osv'
    ? offerAdvisoryStarter(parts, lease)
    : publishStarter(registeredDataset(id), { ...lease, signer: parts.signingKey.signer }));
  parts.reporter.starter(id, outcome);
  return outcome;
}

/** Seals a dataset's stored content anew where this version states something else about it, without asking upstream. */
export async function resealStored(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<ResealOutcome> {
  // The key comes first: opening it publishes it, so that it is among the known ones.
  const { signer } = parts.signingKey;
  const verifiers = readVerifiers(parts.config.keySetFile);
  const lease = leaseUses(parts, leaseWaitMs);
  const outcome = await (id === 'osv'
    ? resealStoredAdvisories(parts, lease)
    : resealCurrent(registeredDataset(id), { ...lease, signer, verifiers }));
  parts.reporter.resealed(id, outcome);
  return outcome;
}

/** Makes the deltas to a dataset's current snapshot that are missing, without asking upstream. */
export async function remakeStoredDeltas(
  parts: IngestParts,
  id: DatasetId,
  leaseWaitMs: number,
): Promise<RemakeOutcome> {
  // Deltas of the advisories are made when they are published: their earlier indexes are not kept for ever.
  if (id === 'osv') return { kind: 'made', from: [] };
  const { signer } = parts.signingKey;
  const verifiers = readVerifiers(parts.config.keySetFile);
  const outcome = await remakeDeltas(registeredDataset(id), { ...leaseUses(parts, leaseWaitMs), signer, verifiers });
  parts.reporter.deltasMade(id, outcome);
  return outcome;
}

/** Removes the snapshots that retention does not keep, with their deltas. */
export async function removeExpended(parts: IngestParts, id: DatasetId, leaseWaitMs: number): Promise<GarbageOutcome> {
  const outcome = await removeOldSnapshots(id, DEFAULT_RETENTION, leaseUses(parts, leaseWaitMs));
  parts.reporter.removed(id, outcome);
  return outcome;
}
