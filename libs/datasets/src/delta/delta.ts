import type { DeltaProof } from '../snapshot/stored-delta';
import type { RecordList } from './record-list';

/**
 * What turns one snapshot's content into a later one's. It says itself how the
 * content splits into records, so that it can be applied without knowing the dataset.
 */
export interface Delta {
  /** Snapshot ids. Equal when nothing happened since. */
  readonly from: string;
  readonly to: string;
  readonly list: RecordList;
  /** Whole records that only `to` has; like `changed` in ascending order of id by UTF-16 code units. */
  readonly added: readonly unknown[];
  /** Whole records, as they are in `to`, that differ from those of the same id in `from`. */
  readonly changed: readonly unknown[];
  /** Ids that only `from` has, ascending. */
  readonly removed: readonly string[];
  /** All members of the content of `to` but the list of records, whether they changed or not. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A delta with its proof: the digest of the canonical delta without these three members, and the signature. */
export interface SignedDelta extends Delta, DeltaProof {}
