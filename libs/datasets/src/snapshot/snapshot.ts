/** Names of the datasets. */
export type DatasetId = 'eol' | 'kev' | 'epss' | 'osv' | 'models' | 'sanctions';

/** A snapshot's content: what is hashed, downloaded and indexed. Plain JSON, RFC 8785 canonical when stored. */
export interface SnapshotContent {
  readonly dataset: DatasetId;
  readonly meta: { readonly upstream_schema_version: string } & Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

/** The published manifest, in its wire names, plus what verifies the signatures. */
export interface Manifest {
  readonly dataset: DatasetId;
  readonly version: 1;
  readonly snapshot_id: string;
  /** ISO 8601 UTC; the time of the snapshot, `meta.as_of` of its answers. */
  readonly fetched_at: string;
  /** Whose data it is: the address by which the source is known. */
  readonly source_url: string;
  readonly licence: string;
  readonly attribution: string;
  readonly upstream_etag: string | null;
  readonly record_count: number;
  /** SHA-256 of the canonical content, lower-case hex. */
  readonly sha256: string;
  readonly prev_snapshot_id: string | null;
  readonly key_id: string;
  /** Ed25519 over the DSSE PAE of the statement with scope `dataset`; base64url without padding. */
  readonly signature: string;
  /** Further statements over the same snapshot, e.g. that of the image route; scope → signature. */
  readonly scopes: readonly ScopeSignature[];
  /** True for the embedded selection that `npm start` serves before the first refresh. */
  readonly starter: boolean;
  /**
   * The address that this very document was fetched from, which may be a mirror's, or `embedded` for a starter. Absent in
   * snapshots of versions that did not state it.
   */
  readonly retrieved_from?: string;
}

/** One more signed statement of a snapshot: the same identity under a wider scope. */
export interface ScopeSignature {
  /** Short name, e.g. `image`. */
  readonly name: string;
  /** The statement's `scope`: `dataset+<name>-map:<sha256 hex>` of the further data those answers use. */
  readonly scope: string;
  readonly signature: string;
}

/** A stored snapshot: manifest and canonical content bytes. */
export interface StoredSnapshot {
  readonly manifest: Manifest;
  readonly content: Uint8Array;
}
