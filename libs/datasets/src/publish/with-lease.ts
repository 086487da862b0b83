import type { Clock } from '@stackcheck/contract';
import { StoreError, type Lease, type SnapshotStore } from '../store/snapshot-store';
import type { DatasetId } from '../snapshot/snapshot';

/** Waiting and repeating, given by the application so that tests decide how time passes. */
export interface Timing {
  /** Resolves after this many milliseconds. */
  sleep(ms: number): Promise<void>;
  /** Calls back again and again until the returned function is called. */
  every(ms: number, run: () => void): () => void;
}

/** What taking a lease needs. */
export interface LeaseDeps {
  readonly store: SnapshotStore;
  readonly clock: Clock;
  readonly timing: Timing;
  /** Names this worker; no two running workers bear the same name. */
  readonly owner: string;
  /** How long to wait for a lease that another worker holds; 0 = not at all. */
  readonly leaseWaitMs: number;
}

/** How long a lease outlives its worker. */
export const LEASE_TTL_MS = 60_000;

const LEASE_POLL_MS = 500;

/** Outcome of work that was not begun, because another worker holds the dataset. */
export interface BusyOutcome {
  readonly kind: 'busy';
  readonly reason: string;
}

/**
 * Runs work while holding the dataset's lease, renewed at a third of its life and given back at the end. The renewal
 * is for others' patience only: what protects the data is that every write carries the lease's token.
 */
export async function withLease<Outcome>(
  dataset: DatasetId,
  deps: LeaseDeps,
  work: (lease: Lease) => Promise<Outcome>,
): Promise<Outcome | BusyOutcome> {
  const lease = await acquire(dataset, deps);
  if (lease === undefined) return { kind: 'busy', reason: `another worker is refreshing dataset "${dataset}"` };
  const stop = deps.timing.every(LEASE_TTL_MS / 3, () => {
    try {
      deps.store.renewLease(lease, deps.clock.now(), LEASE_TTL_MS);
    } catch {
      // A renewal that failed costs at most the lease, and a write under a lost lease is refused by its token.
    }
  });
  try {
    return await work(lease);
  } finally {
    stop();
    release(lease, deps);
  }
}

/** A lease that cannot be given back runs out by itself; what became of the work is not changed by it. */
function release(lease: Lease, { store }: LeaseDeps): void {
  try {
    store.releaseLease(lease);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

async function acquire(dataset: DatasetId, deps: LeaseDeps): Promise<Lease | undefined> {
  for (let waitedMs = 0; ; waitedMs += LEASE_POLL_MS) {
    const lease = deps.store.acquireLease(dataset, deps.owner, deps.clock.now(), LEASE_TTL_MS);
    if (lease !== undefined || waitedMs >= deps.leaseWaitMs) return lease;
    await deps.timing.sleep(LEASE_POLL_MS);
  }
}
