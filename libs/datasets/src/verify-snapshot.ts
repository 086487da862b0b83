import { sha256Hex, verifyPayload, type Verifier } from '@stackcheck/signing';
import type { Dataset } from './dataset';
import { manifestShapeFault } from './manifest-schema';
import { describeContent } from './seal';
import type { Manifest, SnapshotContent, StoredSnapshot } from './snapshot';
import { snapshotId } from './snapshot-id';
import { DATASET_SCOPE, STATEMENT_TYPE, statementBytes } from './statement';

/** A snapshot's content when everything about it holds, else one sentence saying what does not. */
export type Verdict<Content extends SnapshotContent = SnapshotContent> =
  { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly fault: string };

/** Verifying keys by key id. */
export type VerifierMap = ReadonlyMap<string, Verifier>;

/**
 * Checks a stored snapshot as if a stranger had handed it over: digest, key, every signature, id, record count, and
 * that the wider statements speak of the very tables this program computes.
 */
export function verifySnapshot<Content extends SnapshotContent>(
  dataset: Dataset<Content>,
  stored: StoredSnapshot,
  verifiers: VerifierMap,
): Verdict<Content> {
  const { manifest } = stored;
  const signatureFault = manifestFault(manifest, verifiers);
  if (signatureFault !== undefined) return { ok: false, fault: signatureFault };
  if (manifest.dataset !== dataset.descriptor.id) return { ok: false, fault: `it is of dataset "${manifest.dataset}"` };
  if (sha256Hex(stored.content) !== manifest.sha256) return { ok: false, fault: 'its content has another SHA-256' };

  // From here on the bytes are the ones that ingest signed, so their shape is trusted.
  const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(stored.content)) as Content;
  const found = describeContent(dataset, content, stored.content);
  if (content.dataset !== manifest.dataset)
    return { ok: false, fault: `its content is of dataset "${content.dataset}"` };
  if (found.recordCount !== manifest.record_count) {
    return { ok: false, fault: `it has ${found.recordCount} records, its manifest says ${manifest.record_count}` };
  }
  const signed = new Map(manifest.scopes.map(({ name, scope }) => [name, scope]));
  for (const { name, scope } of found.scopes) {
    if (signed.get(name) === undefined) return { ok: false, fault: `it has no statement for "${name}" answers` };
    if (signed.get(name) !== scope) {
      return {
        ok: false,
        fault: `its "${name}" statement was made by another version of this program; run ingest once`,
      };
    }
  }
  return { ok: true, content };
}

/** What does not hold about a manifest by itself, without its content. */
export function manifestFault(manifest: Manifest, verifiers: VerifierMap): string | undefined {
  const shapeFault = manifestShapeFault(manifest);
  if (shapeFault !== undefined) return `its manifest has another shape (${shapeFault})`;
  if (manifest.snapshot_id !== snapshotId(manifest.dataset, manifest.fetched_at, manifest.sha256)) {
    return 'its id does not follow from its time and digest';
  }
  const verifier = verifiers.get(manifest.key_id);
  if (verifier === undefined) return `its key "${manifest.key_id}" is not among the known keys`;
  const holds = (scope: string, signature: string): boolean =>
    verifyPayload(verifier, STATEMENT_TYPE, statementBytes(manifest, scope), signature);
  if (!holds(DATASET_SCOPE, manifest.signature)) return 'its signature does not verify';
  const wrong = manifest.scopes.find(
    ({ name, scope, signature }) => !scope.startsWith(`${DATASET_SCOPE}+${name}-map:`) || !holds(scope, signature),
  );
  return wrong === undefined ? undefined : `the signature of its scope "${wrong.name}" does not verify`;
}
