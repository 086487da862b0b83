import type { Signer } from '@stackcheck/signing';
import { signPayload } from '@stackcheck/signing/envelope';
import type { DatasetDescriptor } from '../snapshot/descriptor';
import type { Manifest, ScopeSignature, StoredSnapshot } from '../snapshot/snapshot';
import { snapshotId, toInstant } from '../snapshot/snapshot-id';
import { DATASET_SCOPE, STATEMENT_TYPE, statementBytes, widerScope, type ManifestFacts } from '../snapshot/statement';

/** Further data that answers under a wider scope depend on, e.g. the image table. */
export interface ScopeTable {
  /** Short name, e.g. `image`. */
  readonly name: string;
  /** SHA-256 of the table's canonical bytes. */
  readonly sha256: string;
}

/** A content in its one byte form, with what identifies it. */
export interface PreparedContent {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly recordCount: number;
  /** Scopes of the wider statements, in the dataset's order. */
  readonly scopes: readonly { readonly name: string; readonly scope: string }[];
}

/** Scopes of the wider statements that speak of these tables. */
export function scopesOf(tables: readonly ScopeTable[]): PreparedContent['scopes'] {
  return tables.map((table) => ({ name: table.name, scope: widerScope(table.name, table.sha256) }));
}

/** Sealing asks nothing of a dataset but what is fixed about it. */
export interface Described {
  readonly descriptor: DatasetDescriptor;
}

/** What a snapshot is sealed with, apart from its content. */
export interface SealOptions {
  readonly nowMs: number;
  /** The snapshot this one follows: the chain's current head. */
  readonly previous: Manifest | undefined;
  readonly upstreamEtag: string | null;
  readonly signer: Signer;
  readonly starter: boolean;
  /** See `retrievedFrom`; undefined where it is not known. */
  readonly retrievedFrom: string | undefined;
}

/**
 * Gives a prepared content its id, its place in the chain and its signatures. The snapshot's time is now, but always
 * after the previous one's, so that clients can refuse whatever is older than what they saw.
 */
export function seal(dataset: Described, prepared: PreparedContent, options: SealOptions): StoredSnapshot {
  const { descriptor } = dataset;
  const asOf = toInstant(timeAfter(options.previous, options.nowMs));
  const facts: ManifestFacts = {
    dataset: descriptor.id,
    version: 1,
    snapshot_id: snapshotId(descriptor.id, asOf, prepared.sha256),
    fetched_at: asOf,
    source_url: descriptor.sourceUrl,
    licence: descriptor.licence,
    attribution: descriptor.attribution,
    upstream_etag: options.upstreamEtag,
    record_count: prepared.recordCount,
    sha256: prepared.sha256,
    prev_snapshot_id: options.previous?.snapshot_id ?? null,
    key_id: options.signer.keyId,
    starter: options.starter,
    ...(options.retrievedFrom === undefined ? {} : { retrieved_from: options.retrievedFrom }),
  };
  const sign = (scope: string): string => signPayload(options.signer, STATEMENT_TYPE, statementBytes(facts, scope));
  const scopes: ScopeSignature[] = prepared.scopes.map(({ name, scope }) => ({ name, scope, signature: sign(scope) }));
  return { manifest: { ...facts, signature: sign(DATASET_SCOPE), scopes }, content: prepared.bytes };
}

/**
 * Whether sealing this content now, as real data or as the starter that the stored one is, would state nothing new: then
 * the stored snapshot is confirmed, not replaced. The same content from a mirror is nothing new.
 */
export function statesTheSame(dataset: Described, stored: Manifest, prepared: PreparedContent, keyId: string): boolean {
  const { descriptor } = dataset;
  return (
    stored.sha256 === prepared.sha256 &&
    stored.key_id === keyId &&
    stored.source_url === descriptor.sourceUrl &&
    stored.licence === descriptor.licence &&
    stored.attribution === descriptor.attribution &&
    stored.scopes.map(({ scope }) => scope).join() === prepared.scopes.map(({ scope }) => scope).join()
  );
}

function timeAfter(previous: Manifest | undefined, nowMs: number): number {
  const wholeSecond = Math.floor(nowMs / 1000) * 1000;
  if (previous === undefined) return wholeSecond;
  return Math.max(wholeSecond, Date.parse(previous.fetched_at) + 1000);
}
