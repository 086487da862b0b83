import type { DatasetId } from './snapshot';

/** A stored delta: its canonical bytes without the proof, and the proof. */
export interface StoredDelta {
  readonly dataset: DatasetId;
  readonly from: string;
  readonly to: string;
  readonly body: Uint8Array;
  readonly proof: DeltaProof;
}

/** What proves a delta. */
export interface DeltaProof {
  /** SHA-256 of the canonical delta (RFC 8785), lower-case hex. */
  readonly sha256: string;
  readonly key_id: string;
  /** Ed25519 over the DSSE PAE of the delta's statement; base64url without padding. */
  readonly signature: string;
}
