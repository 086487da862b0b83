import { descriptorOf } from '../registry/registry';
import type { Manifest } from '../snapshot/snapshot';

/** The metadata block of an answer, in its wire names and order. */
export interface AnswerMeta {
  readonly dataset: string;
  readonly snapshot_id: string;
  readonly as_of: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly retrieved_at: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  readonly sha256: string;
  readonly signature: string;
  readonly key_id: string;
  readonly manifest_url: string;
  readonly stale: boolean;
  /** True for the embedded starter selection: what it does not hold is not known. */
  readonly starter: boolean;
  readonly notice: string;
}

/** What an answer's metadata depends on besides its snapshot. */
export interface AnswerTime {
  /** Epoch ms at which the answer was produced. */
  readonly nowMs: number;
  readonly stale: boolean;
}

/**
 * The metadata of an answer from this snapshot.
 * @param scopeName name of the wider statement that covers the answer, e.g. `image`; null for the dataset's own
 * @throws Error when the manifest carries no such statement, which a verified snapshot always does
 */
export function answerMeta(manifest: Manifest, scopeName: string | null, time: AnswerTime): AnswerMeta {
  const descriptor = descriptorOf(manifest.dataset);
  return {
    dataset: manifest.dataset,
    snapshot_id: manifest.snapshot_id,
    as_of: manifest.fetched_at,
    retrieved_at: new Date(time.nowMs).toISOString(),
    source: manifest.source_url,
    licence: manifest.licence,
    attribution: manifest.attribution,
    sha256: manifest.sha256,
    signature: signatureFor(manifest, scopeName),
    key_id: manifest.key_id,
    manifest_url: `/v1/${manifest.dataset}/manifest`,
    stale: time.stale,
    starter: manifest.starter,
    notice: manifest.starter ? descriptor.starterNotice : descriptor.notice,
  };
}

function signatureFor(manifest: Manifest, scopeName: string | null): string {
  if (scopeName === null) return manifest.signature;
  const scope = manifest.scopes.find(({ name }) => name === scopeName);
  if (scope === undefined) throw new Error(`snapshot ${manifest.snapshot_id} has no statement for "${scopeName}"`);
  return scope.signature;
}
