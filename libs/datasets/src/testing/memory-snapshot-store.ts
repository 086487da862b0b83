import { LeaseLostError, NO_VALIDATORS } from '../ports';
import type { DatasetState, Lease, SnapshotStore, Validators } from '../ports';
import type { DatasetId, Manifest, StoredSnapshot } from '../snapshot';

interface Held {
  readonly owner: string | null;
  readonly token: number;
  readonly expiresAt: number;
}

const EMPTY: DatasetState = {
  currentSnapshotId: null,
  refreshedAt: null,
  attemptedAt: null,
  refusal: null,
  validators: NO_VALIDATORS,
};

/** A snapshot store that forgets. Behaves as the port says; both it and the SQLite store pass the contract suite. */
export class MemorySnapshotStore implements SnapshotStore {
  private readonly states = new Map<DatasetId, DatasetState>();
  private readonly leases = new Map<DatasetId, Held>();
  /** Oldest first. */
  private snapshots: StoredSnapshot[] = [];
  private readonly withdrawals = new Map<DatasetId, string[]>();
  private version = 0;

  state(dataset: DatasetId): DatasetState {
    return this.states.get(dataset) ?? EMPTY;
  }

  find(dataset: DatasetId, snapshotId: string): StoredSnapshot | undefined {
    return this.snapshots.find(({ manifest }) => manifest.dataset === dataset && manifest.snapshot_id === snapshotId);
  }

  list(dataset: DatasetId): readonly Manifest[] {
    return this.snapshots
      .map(({ manifest }) => manifest)
      .filter((manifest) => manifest.dataset === dataset)
      .reverse();
  }

  withdrawn(dataset: DatasetId): readonly string[] {
    return this.withdrawals.get(dataset) ?? [];
  }

  dataVersion(): number {
    return this.version;
  }

  acquireLease(dataset: DatasetId, owner: string, nowMs: number, ttlMs: number): Lease | undefined {
    const held = this.leases.get(dataset);
    const free = held === undefined || held.owner === null || held.owner === owner || held.expiresAt <= nowMs;
    if (!free) return undefined;
    const token = (held?.token ?? 0) + 1;
    this.leases.set(dataset, { owner, token, expiresAt: nowMs + ttlMs });
    return { dataset, owner, token };
  }

  renewLease(lease: Lease, nowMs: number, ttlMs: number): boolean {
    if (!this.isNewest(lease)) return false;
    this.leases.set(lease.dataset, { owner: lease.owner, token: lease.token, expiresAt: nowMs + ttlMs });
    return true;
  }

  releaseLease(lease: Lease): void {
    if (this.isNewest(lease)) this.leases.set(lease.dataset, { owner: null, token: lease.token, expiresAt: 0 });
  }

  publish(lease: Lease, snapshot: StoredSnapshot, validators: Validators, nowMs: number, withdraw?: string): void {
    this.fence(lease);
    const { manifest } = snapshot;
    if (manifest.prev_snapshot_id !== this.state(lease.dataset).currentSnapshotId) {
      throw new Error('a snapshot follows the current one');
    }
    if (this.find(manifest.dataset, manifest.snapshot_id)) throw new Error('the snapshot id is taken');
    this.snapshots = [...this.snapshots, snapshot];
    if (withdraw !== undefined) {
      this.withdrawals.set(lease.dataset, [...this.withdrawn(lease.dataset), withdraw]);
    }
    this.update(lease.dataset, {
      currentSnapshotId: manifest.snapshot_id,
      ...this.refreshed(lease, validators, nowMs),
    });
  }

  confirm(lease: Lease, validators: Validators, nowMs: number): void {
    this.fence(lease);
    this.update(lease.dataset, this.refreshed(lease, validators, nowMs));
  }

  refuse(lease: Lease, reason: string, nowMs: number): void {
    this.fence(lease);
    this.update(lease.dataset, { attemptedAt: nowMs, refusal: reason });
  }

  remove(lease: Lease, snapshotIds: readonly string[]): number {
    this.fence(lease);
    const { currentSnapshotId } = this.state(lease.dataset);
    const kept = this.snapshots.filter(
      ({ manifest: { dataset, snapshot_id: id } }) =>
        dataset !== lease.dataset || id === currentSnapshotId || !snapshotIds.includes(id),
    );
    const removed = this.snapshots.length - kept.length;
    this.snapshots = kept;
    this.version += 1;
    return removed;
  }

  private refreshed(lease: Lease, validators: Validators, nowMs: number): Partial<DatasetState> {
    const { refreshedAt } = this.state(lease.dataset);
    return {
      refreshedAt: Math.max(refreshedAt ?? nowMs, nowMs),
      attemptedAt: nowMs,
      refusal: null,
      validators,
    };
  }

  private update(dataset: DatasetId, change: Partial<DatasetState>): void {
    this.states.set(dataset, { ...this.state(dataset), ...change });
    this.version += 1;
  }

  private fence(lease: Lease): void {
    if (!this.isNewest(lease)) throw new LeaseLostError(lease);
  }

  private isNewest(lease: Lease): boolean {
    const held = this.leases.get(lease.dataset);
    return held !== undefined && held.token === lease.token && held.owner === lease.owner;
  }
}
