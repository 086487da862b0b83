import {
  publishDataset,
  publishStarter,
  registeredDataset,
  type DatasetId,
  type LeaseUses,
  type StarterOutcome,
} from '@stackcheck/datasets';
import type { DependencyContainer } from 'tsyringe';
import type { DatasetReport } from './report';
import { take, TOKENS } from './tokens';

/** A run by hand waits for a worker that is at it, or for the lease of one that died, to run out. */
export const LEASE_WAIT_MS = 75_000;

/** What work under a lease needs, taken from the container. */
export function leaseUses(container: DependencyContainer, leaseWaitMs: number): LeaseUses {
  return {
    store: take(container, TOKENS.store),
    clock: take(container, TOKENS.clock),
    timing: take(container, TOKENS.timing),
    owner: take(container, TOKENS.owner),
    leaseWaitMs,
  };
}

/** Refreshes one dataset from its upstream and reports how it ended. */
export async function refreshDataset(
  container: DependencyContainer,
  id: DatasetId,
  leaseWaitMs: number,
): Promise<DatasetReport> {
  const config = take(container, TOKENS.config);
  const clock = take(container, TOKENS.clock);
  const dataset = registeredDataset(id);
  const progress = take(container, TOKENS.progress)(id);
  const beganAt = clock.monotonic();
  const outcome = await publishDataset(dataset, {
    ...leaseUses(container, leaseWaitMs),
    upstream: take(container, TOKENS.upstream)(dataset.descriptor),
    signer: take(container, TOKENS.signingKey).signer,
    upstreamUrl: config.upstreamUrls[id],
    acceptSha256: config.acceptSha256,
    progress: (received, total) => progress.received(received, total),
  }).finally(() => progress.done());
  const report: DatasetReport = {
    dataset: id,
    outcome,
    durationMs: Math.round(clock.monotonic() - beganAt),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  take(container, TOKENS.reporter).refreshed(report);
  return report;
}

/** Publishes a dataset's embedded starter where it has no snapshot yet. */
export async function offerStarter(container: DependencyContainer, id: DatasetId): Promise<StarterOutcome> {
  const outcome = await publishStarter(registeredDataset(id), {
    ...leaseUses(container, LEASE_WAIT_MS),
    signer: take(container, TOKENS.signingKey).signer,
  });
  take(container, TOKENS.reporter).starter(id, outcome);
  return outcome;
}
