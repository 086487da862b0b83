import type { Signer } from '@stackcheck/signing';
import type { PreparedContent } from '../sealing/seal';
import type { VerifierMap } from '../sealing/verify-manifest';
import type { DatasetDescriptor } from '../snapshot/descriptor';
import type { IndexFile } from '../snapshot/index-file';
import type { Loaded } from '../snapshot/live-snapshot';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import type { StoredDelta } from '../snapshot/stored-delta';
import type { AdvisoryFiles, AdvisoryReader } from '../store/advisory-files';
import type { SnapshotReader } from '../store/snapshot-store';
import type { YieldPolicy } from '../tasks/cooperative-task';
import type { AdvisoryBucket } from '../upstream/advisory-bucket';
import type { CompanionBodies, Progress, UpstreamAddresses } from '../upstream/fetch-upstream';
import type { LoadReport } from '../upstream/load-report';
import type { Upstream, Validators } from '../upstream/upstream';
import type { DocumentDefinition, Starter } from './document-definition';
import type { GuardFault } from './guards';

/**
 * The life of a dataset as verbs: the walks of ingest (`publish/`) and of the API (`serve/`) call them and never ask which
 * dataset it is. `Content` is the data in hand: parsed records, or an open index of them.
 */
export interface DatasetVerbs<Content = unknown, Body = unknown, Index = unknown> {
  readonly descriptor: DatasetDescriptor;
  /** Whether publishing brings deltas. */
  readonly hasDeltas: boolean;
  /**
   * Asks upstream for what is new since `known`, and decodes it as the descriptor says.
   * @throws UpstreamError when it gives nothing usable, UpstreamShapeError when it is not what it should be
   */
  fetch(request: FetchRequest<Content>): Promise<Fetched<Body>>;
  /** What was fetched as our records; to be ended by `close`. @throws UpstreamShapeError naming the place */
  read(body: Body, companions?: CompanionBodies): Content | Promise<Content>;
  /** Why this content must not be published; empty when it may. `previous` is the last good one. */
  guard(content: Content, previous: Content | undefined): readonly GuardFault[];
  /** Its one byte form, digest and scopes, ready to be signed. @throws UpstreamShapeError where it has no such form */
  seal(content: Content): PreparedContent;
  /** What sealing a stored snapshot again would state, or why that cannot be said, as a sentence. */
  reseal(stored: StoredSnapshot): Resealed;
  /** `prepared` in the form of the previous content, where both say the same in another form, which is no news. */
  inFormOf?(prepared: PreparedContent, previous: Content): PreparedContent;
  /**
   * The data of a stored snapshot, intact; to be ended by `close`.
   * @param whole true to compare every record with the manifest's digest before it is signed for again
   */
  open(stored: StoredSnapshot, parts: DatasetParts, whole?: boolean): Promise<Opened<Content>>;
  close(content: Content): void;
  /** Whether what is stored says less than what this version would make of the same document of upstream. */
  hasOlderRecords?(content: Content): boolean;
  /** Signed deltas that lead to a snapshot about to be published, made one by one as they are asked for. */
  deltas(to: Sealed<Content>, previous: Sealed<Content> | undefined, deps: DeltasDeps): Iterable<StoredDelta>;
  /** Signed deltas to the current snapshot that are missing or damaged and can be made without a publication. */
  missingDeltas(current: StoredSnapshot, deps: DeltasDeps & { readonly verifiers: VerifierMap }): MissingDeltas;
  /** Verifies a stored snapshot completely and makes its look-ups. */
  load(stored: StoredSnapshot, verifiers: VerifierMap, deps: LoadDeps): Promise<Loaded<Index>>;
  /** What does not hold about a stored snapshot, every record read; undefined when all does. */
  verify(stored: StoredSnapshot, verifiers: VerifierMap, deps: VerifyDeps): Promise<string | undefined>;
  /** What to serve before the first refresh, where there is such a selection; its content is to be ended by `close`. */
  starter?(parts?: DatasetParts): Starter<Content> | Promise<Starter<Content>>;
  /** Removes files that no snapshot needs any more. To be called under the dataset's lease. */
  sweep?(store: SnapshotReader, parts: DatasetParts, nowMs: number): void;
}

/** A dataset whose snapshots are one document each. */
export interface DocumentDataset<Content extends SnapshotContent = SnapshotContent, Index = unknown>
  extends DatasetVerbs<Content, Uint8Array, Index>, Omit<DocumentDefinition<Content, Index>, 'starter'> {
  readonly kind: 'document';
  read(body: Uint8Array, companions?: CompanionBodies): Content;
  starter?(): Starter<Content>;
}

/** A dataset of so many records that they lie in an index file, which the snapshot's small document names. */
export interface IndexedDataset<Index = unknown> extends DatasetVerbs<OpenIndex, BuiltIndex, Index> {
  readonly kind: 'indexed';
}

/** Any dataset. Which of the two it is was chosen once, in its folder. */
export type Dataset = DocumentDataset | IndexedDataset;

/** An index file, open. */
export interface OpenIndex {
  readonly file: IndexFile;
  /** The pack that was made of it; undefined where none was. */
  readonly pack?: IndexFile | undefined;
  readonly reader: AdvisoryReader;
  /** How reading upstream went; undefined for what was stored before. */
  readonly report?: LoadReport;
}

/** An index file as it was built from upstream. */
export interface BuiltIndex {
  readonly file: IndexFile;
  readonly files: AdvisoryFiles;
  readonly report: LoadReport;
  readonly packAdvisories?: PackAdvisories | undefined;
}

/** Makes the pack of an index, piece by piece: the same bytes for the same advisories. */
export type PackAdvisories = (reader: AdvisoryReader) => Iterable<Uint8Array>;

/** What datasets take from the process that they live in. Documents need none of it. */
export interface DatasetParts {
  /** The folder of index files; a dataset that needs it and does not get it throws. */
  readonly advisoryFiles?: AdvisoryFiles;
  /** Without it snapshots of advisories are published without a pack. */
  readonly packAdvisories?: PackAdvisories;
}

/** What fetching needs. */
export interface FetchRequest<Content> extends DatasetParts {
  readonly addresses: UpstreamAddresses;
  readonly upstream: Upstream;
  /** Opens the bucket at an address. */
  readonly bucket?: (url: string, progress?: Progress) => AdvisoryBucket;
  /** Of what is held and would not be sealed otherwise now; none to have everything. */
  readonly known: Validators;
  readonly previous: Content | undefined;
  readonly nowMs: number;
  readonly progress?: Progress;
  /** Called with how reading went, before the guards decide; where single records can fail. */
  readonly onRead?: (report: LoadReport) => void;
}

/** What upstream gave. */
export type Fetched<Body> =
  | { readonly kind: 'unchanged'; readonly validators: Validators }
  | {
      readonly kind: 'fetched';
      readonly body: Body;
      readonly companions?: CompanionBodies;
      readonly validators: Validators;
      /** The entity tag that the manifest states. */
      readonly upstreamEtag: string | null;
      /** The address that gave it. */
      readonly address: string;
    };

/** What a stored snapshot states as this version reads it. */
export type Resealed =
  { readonly ok: true; readonly prepared: PreparedContent } | { readonly ok: false; readonly fault: string };

/** The data of a stored snapshot, or why it cannot be used, as a sentence. */
export type Opened<Content> =
  { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly fault: string };

/** A snapshot with its data. */
export interface Sealed<Content> {
  readonly snapshot: StoredSnapshot;
  readonly content: Content;
}

/** What making deltas needs. */
export interface DeltasDeps extends DatasetParts {
  readonly store: SnapshotReader;
  readonly signer: Signer;
  /** Keys whose stored deltas may be built on; the signer's own unless given. */
  readonly verifiers?: VerifierMap;
}

/** Where deltas are missing from, and how they are made. */
export interface MissingDeltas {
  /** Ids of snapshots. */
  readonly from: readonly string[];
  make(): Iterable<StoredDelta>;
}

/** What loading for serving needs. */
export interface LoadDeps extends DatasetParts {
  readonly yieldPolicy: YieldPolicy;
}

/** What verifying needs. */
export interface VerifyDeps extends DatasetParts {
  /** True for the snapshot that is served: nothing of it may be missing. */
  readonly isCurrent: boolean;
}
