import { canonicalBytes } from '@stackcheck/signing';
import { STATEMENT_TYPE as PAYLOAD_TYPE } from '@stackcheck/signing/envelope';
import type { Manifest } from './snapshot';

/** DSSE payload type of a statement. */
export const STATEMENT_TYPE = PAYLOAD_TYPE;

/** Scope of the statement behind `manifest.signature`. */
export const DATASET_SCOPE = 'dataset';

/** What of a manifest the statement speaks of: everything but the signatures themselves. */
export type ManifestFacts = Omit<Manifest, 'signature' | 'scopes'>;

/**
 * What is signed: the identity of the data that answers come from, in canonical JSON. It covers every
 * member of the manifest, so nothing in a manifest can be changed unnoticed. It says which data was used, not that an
 * answer's rows are right.
 */
export interface Statement {
  readonly type: 'snapshot';
  readonly version: number;
  readonly dataset: string;
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  readonly upstream_etag: string | null;
  readonly record_count: number;
  readonly sha256: string;
  readonly prev_snapshot_id: string | null;
  readonly key_id: string;
  readonly starter: boolean;
  /** Only where the manifest has it, so that the signatures of earlier versions hold. */
  readonly retrieved_from?: string;
  /** `dataset`, or a wider scope naming the digest of what else the answers use. */
  readonly scope: string;
}

/** The statement that a manifest's signature of this scope is over. */
export function statementOf(facts: ManifestFacts, scope: string): Statement {
  return {
    type: 'snapshot',
    version: facts.version,
    dataset: facts.dataset,
    snapshot_id: facts.snapshot_id,
    as_of: facts.fetched_at,
    source: facts.source_url,
    licence: facts.licence,
    attribution: facts.attribution,
    upstream_etag: facts.upstream_etag,
    record_count: facts.record_count,
    sha256: facts.sha256,
    prev_snapshot_id: facts.prev_snapshot_id,
    key_id: facts.key_id,
    starter: facts.starter,
    ...(facts.retrieved_from === undefined ? {} : { retrieved_from: facts.retrieved_from }),
    scope,
  };
}

/** The statement's canonical bytes: the DSSE payload. */
export function statementBytes(facts: ManifestFacts, scope: string): Uint8Array {
  return canonicalBytes(statementOf(facts, scope));
}

/** The scope string of a further statement, naming what else it covers and its digest. */
export function widerScope(name: string, sha256: string): string {
  return `${DATASET_SCOPE}+${name}-map:${sha256}`;
}
