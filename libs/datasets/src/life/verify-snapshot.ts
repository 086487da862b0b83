import { sha256Steps } from '@stackcheck/signing/bytes';
import type { DocumentDefinition } from './document-definition';
import { newerRecordsFault } from './records-version';
import { parseSteps } from '../tasks/parse-json-task';
import { scopesOf, type ScopeTable } from '../sealing/seal';
import type { Manifest, SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { finish, type CooperativeTask } from '../tasks/cooperative-task';

/** Hashed in one step: some tenths of a millisecond. */
const HASHED_BYTES = 256 * 1024;

/** A snapshot's content when everything about it holds, else one sentence saying what does not. */
export type Verdict<Content extends SnapshotContent = SnapshotContent> =
  { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly fault: string };

/**
 * Checks a stored snapshot as if a stranger had handed it over: digest, key, every signature, id, record count, and
 * that the wider statements speak of the very tables this program computes.
 */
export function verifySnapshot<Content extends SnapshotContent>(
  dataset: DocumentDefinition<Content>,
  stored: StoredSnapshot,
  verifiers: VerifierMap,
): Verdict<Content> {
  return finish(verifySteps(dataset, stored, verifiers));
}

/** `verifySnapshot` for a program that has others to answer meanwhile. */
export function* verifySteps<Content extends SnapshotContent>(
  dataset: DocumentDefinition<Content>,
  { manifest, content: bytes }: StoredSnapshot,
  verifiers: VerifierMap,
): CooperativeTask<Verdict<Content>> {
  const sealFault = manifestFault(manifest, verifiers);
  if (sealFault !== undefined) return { ok: false, fault: sealFault };
  if (manifest.dataset !== dataset.descriptor.id) return { ok: false, fault: `it is of dataset "${manifest.dataset}"` };
  yield;
  if ((yield* sha256Steps(slicesOf(bytes))) !== manifest.sha256)
    return { ok: false, fault: 'its content has another SHA-256' };
  // From here on the bytes are the ones that ingest signed, so their shape is trusted.
  const content = (yield* parseSteps(bytes)) as Content;
  const newer = newerRecordsFault(dataset, content);
  if (newer !== undefined) return { ok: false, fault: newer };
  const fault = contentFault(dataset, manifest, content) ?? scopesFault(manifest, yield* dataset.scopeTables(content));
  return fault === undefined ? { ok: true, content } : { ok: false, fault };
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += HASHED_BYTES) yield bytes.subarray(at, at + HASHED_BYTES);
}

function contentFault(dataset: DocumentDefinition, manifest: Manifest, content: SnapshotContent): string | undefined {
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
