import { sha256Hex, verifyPayload, type Verifier } from '@stackcheck/signing';
import type { Dataset, ScopeTable } from './dataset';
import { manifestShapeFault } from './manifest-schema';
import { parseInSlices, type Pause } from './parse-in-slices';
import { scopesOf } from './seal';
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
  const sealFault = bytesFault(dataset, stored, verifiers);
  if (sealFault !== undefined) return { ok: false, fault: sealFault };
  // From here on the bytes are the ones that ingest signed, so their shape is trusted.
  const content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(stored.content)) as Content;
  const fault =
    contentFault(dataset, stored.manifest, content) ?? scopesFault(stored.manifest, dataset.scopeTables(content));
  return fault === undefined ? { ok: true, content } : { ok: false, fault };
}

/** `verifySnapshot` in steps of a few milliseconds, for a program that has others to answer meanwhile. */
export async function verifyInSteps<Content extends SnapshotContent>(
  dataset: Dataset<Content>,
  stored: StoredSnapshot,
  verifiers: VerifierMap,
  pause: Pause,
): Promise<Verdict<Content>> {
  const sealFault = bytesFault(dataset, stored, verifiers);
  if (sealFault !== undefined) return { ok: false, fault: sealFault };
  await pause();
  const content = (await parseInSlices(stored.content, pause)) as Content;
  await pause();
  const ownFault = contentFault(dataset, stored.manifest, content);
  if (ownFault !== undefined) return { ok: false, fault: ownFault };
  const tables = dataset.scopeTables(content);
  await pause();
  const fault = scopesFault(stored.manifest, tables);
  return fault === undefined ? { ok: true, content } : { ok: false, fault };
}

function bytesFault(
  dataset: Dataset,
  { manifest, content }: StoredSnapshot,
  verifiers: VerifierMap,
): string | undefined {
  const fault = manifestFault(manifest, verifiers);
  if (fault !== undefined) return fault;
  if (manifest.dataset !== dataset.descriptor.id) return `it is of dataset "${manifest.dataset}"`;
  return sha256Hex(content) === manifest.sha256 ? undefined : 'its content has another SHA-256';
}

function contentFault(dataset: Dataset, manifest: Manifest, content: SnapshotContent): string | undefined {
  if (content.dataset !== manifest.dataset) return `its content is of dataset "${content.dataset}"`;
  const count = dataset.recordCount(content);
  return count === manifest.record_count
    ? undefined
    : `it has ${count} records, its manifest says ${manifest.record_count}`;
}

function scopesFault(manifest: Manifest, tables: readonly ScopeTable[]): string | undefined {
  const signed = new Map(manifest.scopes.map(({ name, scope }) => [name, scope]));
  for (const { name, scope } of scopesOf(tables)) {
    if (signed.get(name) === undefined) return `it has no statement for "${name}" answers`;
    if (signed.get(name) !== scope)
      return `its "${name}" statement was made by another version of this program; run ingest once`;
  }
  return undefined;
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
