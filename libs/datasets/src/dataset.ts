import type { RecordList } from './delta/record-list';
import type { GuardFault } from './guards';
import type { DatasetId, SnapshotContent } from './snapshot';
import type { CooperativeTask } from './cooperative-task';

/** What is fixed about a dataset, apart from its data. */
export interface DatasetDescriptor {
  readonly id: DatasetId;
  /** `callers`: it is answered from and sold. `service`: the service consults it for itself. */
  readonly audience: 'callers' | 'service';
  /** How often callers may expect upstream to be checked; freshness is judged by it. */
  readonly cadenceHours: number;
  /** How often upstream is really checked, where that is oftener. */
  readonly pollHours?: number;
  /** How late a refresh may be before answers say `stale`. */
  readonly graceHours: number;
  /** Where the data is fetched unless configured otherwise. */
  readonly upstreamUrl: string;
  /** Copies of the same document elsewhere, asked in this order when the first address fails. */
  readonly mirrorUrls?: readonly string[];
  /** Further documents that are joined into the content. */
  readonly companions?: readonly Companion[];
  /** Origin of the data as published in `meta.source`. */
  readonly sourceUrl: string;
  readonly licence: string;
  /** Text to be shown with the data. */
  readonly attribution: string;
  /** Disclaimer of every answer. */
  readonly notice: string;
  /** Disclaimer of answers from the embedded starter. */
  readonly starterNotice: string;
  /** A larger reply of upstream is not read to its end. */
  readonly bodyBytesMax: number;
}

/** A second source that enriches a dataset and without which it is published all the same. */
export interface Companion {
  /** Short name, e.g. `litellm`. */
  readonly name: string;
  readonly url: string;
}

/** The documents of a dataset's companions by name; one that could not be fetched is absent. */
export type CompanionBodies = ReadonlyMap<string, Uint8Array>;

/** Further data that answers under a wider scope depend on, e.g. the image table. */
export interface ScopeTable {
  /** Short name, e.g. `image`. */
  readonly name: string;
  /** SHA-256 of the table's canonical bytes. */
  readonly sha256: string;
}

/** The embedded selection of a dataset, with the instant for which its facts were written down. */
export interface Starter<Content extends SnapshotContent = SnapshotContent> {
  /** ISO 8601. */
  readonly asOf: string;
  readonly snapshot: Content;
}

/**
 * A dataset folder: what is needed to take upstream's bytes to a signed snapshot, and a snapshot to look-ups. All of
 * it is pure; the walks that use it are `publish.ts` and `live-snapshots.ts`.
 */
export interface Dataset<Content extends SnapshotContent = SnapshotContent, Index = unknown> {
  readonly descriptor: DatasetDescriptor;
  /**
   * Upstream's bytes as our records.
   * @throws UpstreamShapeError when they are not the document we know how to read, naming the place
   */
  read(body: Uint8Array, companions?: CompanionBodies): Content;
  /** Why this content must not be published; empty when it may. `previous` is the last good one. */
  guard(content: Content, previous: Content | undefined): readonly GuardFault[];
  recordCount(content: Content): number;
  /** How the content splits into records; without it, a dataset has no deltas. */
  readonly records?: RecordList;
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

/** Upstream's document has not the shape we read. */
export class UpstreamShapeError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'UpstreamShapeError';
  }
}
