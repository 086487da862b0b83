import type { StoredDelta } from '../snapshot/stored-delta';
import type { DatasetId, Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { CooperativeTask } from '../tasks/cooperative-task';
import type { Validators } from '../upstream/upstream';

/** What is known of a dataset's refreshes, apart from its snapshots. */
export interface DatasetState {
  readonly currentSnapshotId: string | null;
  /** Epoch ms of the last check that succeeded (a new snapshot, or "unchanged"); never goes back. */
  readonly refreshedAt: number | null;
  /** Epoch ms of the last try, and why it published nothing, if so. */
  readonly attemptedAt: number | null;
  readonly refusal: string | null;
  /** Validators of the last reply that was published or confirmed, and the address it came from. */
  readonly validators: Validators;
}

/** Reads what ingest published. The API holds only this port. */
export interface SnapshotReader {
  /** What is current of a dataset, and when upstream was asked last. */
  state(dataset: DatasetId): DatasetState;
  /** The snapshot with this id, or undefined. Its bytes are as stored: the caller verifies. */
  find(dataset: DatasetId, snapshotId: string): StoredSnapshot | undefined;
  /** `find` in steps, since a content of megabytes is not read in a moment. One that is removed meanwhile is not found. */
  findSteps(dataset: DatasetId, snapshotId: string): CooperativeTask<StoredSnapshot | undefined>;
  /** Newest first. */
  list(dataset: DatasetId): readonly Manifest[];
  /** SHA-256 of contents that an operator rolled back: they are not published again by themselves. */
  withdrawn(dataset: DatasetId): readonly string[];
  /** The delta between these two snapshots, or undefined. As stored: the caller verifies. */
  delta(dataset: DatasetId, from: string, to: string): StoredDelta | undefined;
  /** Which deltas are stored. */
  listDeltas(dataset: DatasetId): readonly DeltaEnds[];
  /**
   * Whether it is certain that no snapshot of this id can be handed over any more. A store that follows a publisher knows so
   * of those that the publisher listed as removed: another one may only not have arrived. Any other store keeps all there is.
   */
  isForgotten(dataset: DatasetId, snapshotId: string): boolean;
  /** Changes whenever another process wrote to the store; cheap enough to poll. */
  dataVersion(): number;
}

/** The snapshots that a stored delta leads from and to. */
export interface DeltaEnds {
  readonly from: string;
  readonly to: string;
}

/** What else is written in the transaction of a publication. */
export interface PublishedWith {
  /** SHA-256 of a content that this snapshot rolls back. */
  readonly withdraw?: string;
  /** Deltas that lead to this snapshot; taken one by one, so that not all of them need be held at once. */
  readonly deltas?: Iterable<StoredDelta>;
}

/** What makes a dataset's store what its publisher has. */
export interface Adoption {
  /** Those that are not stored yet, oldest first; the last one becomes current. The first need not follow the current one. */
  readonly snapshots: readonly StoredSnapshot[];
  /** Ids of all that the publisher keeps; others go. */
  readonly kept: readonly string[];
  /** Deltas that lead to the current one. */
  readonly deltas: readonly StoredDelta[];
  /** Ids that the publisher can hand over nothing of any more, ascending. */
  readonly gone: readonly string[];
  /** Epoch ms of the publisher's last check of upstream. */
  readonly refreshedAt: number;
}

/** A worker's right to write one dataset. A later lease has a greater token. */
export interface Lease {
  readonly dataset: DatasetId;
  readonly owner: string;
  readonly token: number;
}

/**
 * Writes snapshots. Only the ingest worker holds this port. Whatever cannot be written is thrown as `StoreError` by the call that
 * tried, the lease's included: what a call returned is on disk.
 */
export interface SnapshotStore extends SnapshotReader {
  /** Atomic: returns the lease when it is free, expired or already the owner's; else undefined. */
  acquireLease(dataset: DatasetId, owner: string, nowMs: number, ttlMs: number): Lease | undefined;
  /** Extends a lease that is still the newest. False: another worker took over; stop. */
  renewLease(lease: Lease, nowMs: number, ttlMs: number): boolean;
  releaseLease(lease: Lease): void;
  /**
   * One transaction: insert the snapshot with its deltas, make it current, store the validators and the time of refresh.
   * Deltas that lead elsewhere than to this snapshot or the one before are dropped: a server that has not taken up the new
   * one yet still needs the latter. Throws `LeaseLostError` and writes nothing when a newer lease exists.
   */
  publish(lease: Lease, snapshot: StoredSnapshot, validators: Validators, nowMs: number, also?: PublishedWith): void;
  /** Stores deltas to the current snapshot, all or none, each in the place of a stored one with the same ends. Fenced. */
  addDeltas(lease: Lease, deltas: Iterable<StoredDelta>): void;
  /** Upstream was checked and its content is the current snapshot's: only freshness moves. Fenced like `publish`. */
  confirm(lease: Lease, validators: Validators, nowMs: number): void;
  /** A try that published nothing, and why. The last good snapshot stays. Fenced like `publish`. */
  refuse(lease: Lease, reason: string, nowMs: number): void;
  /** Deletes snapshots, and deltas with one of them at an end; the current one is never deleted. Returns how many. Fenced like `publish`. */
  remove(lease: Lease, snapshotIds: readonly string[]): number;
  /** One transaction: all of an adoption, which ends any refusal. Fenced like `publish`. */
  adopt(lease: Lease, adoption: Adoption): void;
  /** Whether the dataset was ever adopted. */
  isFollowed(dataset: DatasetId): boolean;
  /** What the last adoption stated as gone, ascending. */
  goneIds(dataset: DatasetId): readonly string[];
  /** The greatest number of a publisher's statement that was noted; null where none was. */
  followedSequence(): number | null;
  /** Notes a number before anything is taken up under it. Throws for a smaller one than was noted. */
  noteFollowed(sequence: number): void;
}

/** Another worker holds a newer lease: this one must not write. */
export class LeaseLostError extends Error {
  constructor(readonly lease: Lease) {
    super(`another worker took over dataset "${lease.dataset}" (lease ${lease.token})`);
    this.name = 'LeaseLostError';
  }
}

/** The store cannot be written, e.g. because the disk is full. The message is a sentence for the operator, with what would help. */
export class StoreError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StoreError';
  }
}
