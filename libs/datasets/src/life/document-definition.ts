import type { RecordList } from '../delta/record-list';
import type { ScopeTable } from '../sealing/seal';
import type { DatasetDescriptor } from '../snapshot/descriptor';
import type { SnapshotContent } from '../snapshot/snapshot';
import type { CooperativeTask } from '../tasks/cooperative-task';
import type { CompanionBodies } from '../upstream/fetch-upstream';
import type { GuardFault } from './guards';

/** The embedded selection of a dataset, with the instant for which its facts were written down. */
export interface Starter<Content = SnapshotContent> {
  /** ISO 8601. */
  readonly asOf: string;
  readonly snapshot: Content;
}

/**
 * What a dataset of documents says for itself: how upstream's bytes become our records, and records look-ups. All of it is
 * pure; `documentDataset` makes the verbs of it that the walks call.
 */
export interface DocumentDefinition<Content extends SnapshotContent = SnapshotContent, Index = unknown> {
  readonly descriptor: DatasetDescriptor;
  /**
   * Upstream's bytes, decoded, as our records.
   * @throws UpstreamShapeError when they are not the document we know how to read, naming the place
   */
  read(body: Uint8Array, companions?: CompanionBodies): Content;
  /** Why this content must not be published; empty when it may. `previous` is the last good one. */
  guard(content: Content, previous: Content | undefined): readonly GuardFault[];
  recordCount(content: Content): number;
  /** How the content splits into records; without it, a dataset has no deltas. */
  readonly records?: RecordList;
  /**
   * The version of the records that `read` gives, which `meta.records_version` states; 1, which is not stated, unless said.
   * Older records stay readable: what they lack is absent.
   */
  readonly recordsVersion?: number;
  /** The tables whose digests the wider statements name. Depends on this program's version, too. */
  scopeTables(content: Content): CooperativeTask<readonly ScopeTable[]>;
  /**
   * Builds the look-ups; once per snapshot.
   * @param complete false for a starter's selection, of which the absence of a record says nothing; true unless said
   */
  index(content: Content, complete?: boolean): CooperativeTask<Index>;
  /** Asks the index about a sample of the content; what it answers wrongly, or undefined. */
  selfTest(index: Index, content: Content): CooperativeTask<string | undefined>;
  /** What to serve before the first refresh, where there is such a selection. */
  starter?(): Starter<Content>;
}
