import type { StoredDelta } from '../snapshot/stored-delta';
import { LeaseLostError } from '../store/snapshot-store';
import { NO_VALIDATORS } from '../upstream/upstream';
import type { Adoption, DatasetState, DeltaEnds, Lease, PublishedWith, SnapshotStore } from '../store/snapshot-store';
import type { Validators } from '../upstream/upstream';
import type { DatasetId, Manifest, StoredSnapshot } from '../snapshot/snapshot';
import { oneStep, type CooperativeTask } from '../tasks/cooperative-task';

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
  private deltas: readonly StoredDelta[] = [];
  private readonly withdrawals = new Map<DatasetId, string[]>();
  private version = 0;
  private readonly gone = new Map<DatasetId, readonly string[]>();
  private sequence: number | null = null;

  state(dataset: DatasetId): DatasetState {
    return this.states.get(dataset) ?? EMPTY;
  }

  find(dataset: DatasetId, snapshotId: string): StoredSnapshot | undefined {
    return this.snapshots.find(({ manifest }) => manifest.dataset === dataset && manifest.snapshot_id === snapshotId);
  }

  findSteps(dataset: DatasetId, snapshotId: string): CooperativeTask<StoredSnapshot | undefined> {
    return oneStep(() => this.find(dataset, snapshotId));
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

  delta(dataset: DatasetId, from: string, to: string): StoredDelta | undefined {
    return this.deltas.find((delta) => delta.dataset === dataset && delta.from === from && delta.to === to);
  }

  listDeltas(dataset: DatasetId): readonly DeltaEnds[] {
    return this.deltas.filter((delta) => delta.dataset === dataset).map(({ from, to }) => ({ from, to }));
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

  publish(
    lease: Lease,
    snapshot: StoredSnapshot,
    validators: Validators,
    nowMs: number,
    also: PublishedWith = {},
  ): void {
    this.fence(lease);
    const { manifest } = snapshot;
    const { withdraw } = also;
    const deltas = [...(also.deltas ?? [])];
    if (manifest.prev_snapshot_id !== this.state(lease.dataset).currentSnapshotId) {
      throw new Error('a snapshot follows the current one');
    }
    if (this.find(manifest.dataset, manifest.snapshot_id)) throw new Error('the snapshot id is taken');
    const snapshots = [...this.snapshots, snapshot];
    this.requireEnds(deltas, manifest.snapshot_id, snapshots);
    this.snapshots = snapshots;
    const wanted = [manifest.snapshot_id, manifest.prev_snapshot_id];
    this.deltas = this.deltas.filter(({ dataset, to }) => dataset !== lease.dataset || wanted.includes(to));
    this.putDeltas(deltas);
    if (withdraw !== undefined) {
      this.withdrawals.set(lease.dataset, [...this.withdrawn(lease.dataset), withdraw]);
    }
    this.update(lease.dataset, {
      currentSnapshotId: manifest.snapshot_id,
      ...this.refreshed(lease, validators, nowMs),
    });
  }

  addDeltas(lease: Lease, made: Iterable<StoredDelta>): void {
    const deltas = [...made];
    this.fence(lease);
    this.requireEnds(deltas, this.state(lease.dataset).currentSnapshotId, this.snapshots);
    this.putDeltas(deltas);
    this.version += 1;
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
    const has = (id: string): boolean => kept.some(({ manifest }) => manifest.snapshot_id === id);
    this.deltas = this.deltas.filter(({ from, to }) => has(from) && has(to));
    this.version += 1;
    return removed;
  }

  isForgotten(dataset: DatasetId, snapshotId: string): boolean {
    return !this.isFollowed(dataset) || this.goneIds(dataset).includes(snapshotId);
  }

  adopt(lease: Lease, { snapshots, kept, deltas, gone, refreshedAt }: Adoption): void {
    this.fence(lease);
    for (const [at, { manifest }] of snapshots.entries()) {
      const before = snapshots[at - 1];
      if (before && manifest.prev_snapshot_id !== before.manifest.snapshot_id) {
        throw new Error('a snapshot follows the current one');
      }
    }
    const newest = snapshots.at(-1);
    if (newest) this.update(lease.dataset, { currentSnapshotId: newest.manifest.snapshot_id });
    this.snapshots = [...this.snapshots, ...snapshots].filter(
      ({ manifest: { dataset, snapshot_id: id } }) => dataset !== lease.dataset || kept.includes(id),
    );
    this.putDeltas(deltas);
    this.gone.set(lease.dataset, gone);
    this.update(lease.dataset, this.refreshed(lease, this.state(lease.dataset).validators, refreshedAt));
  }

  isFollowed(dataset: DatasetId): boolean {
    return this.gone.has(dataset);
  }

  goneIds(dataset: DatasetId): readonly string[] {
    return this.gone.get(dataset) ?? [];
  }

  followedSequence(): number | null {
    return this.sequence;
  }

  noteFollowed(sequence: number): void {
    if (this.sequence !== null && sequence < this.sequence) throw new Error('a followed sequence never shrinks');
    this.sequence = sequence;
  }

  private requireEnds(deltas: readonly StoredDelta[], current: string | null, among: readonly StoredSnapshot[]): void {
    for (const { dataset, from, to } of deltas) {
      if (to !== current) throw new Error('a delta leads to the current snapshot');
      const known = among.some(({ manifest }) => manifest.dataset === dataset && manifest.snapshot_id === from);
      if (!known) throw new Error('a delta begins at a stored snapshot');
    }
  }

  private putDeltas(deltas: readonly StoredDelta[]): void {
    const same = (one: StoredDelta, other: StoredDelta): boolean => one.from === other.from && one.to === other.to;
    this.deltas = [...this.deltas.filter((old) => !deltas.some((each) => same(old, each))), ...deltas];
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
