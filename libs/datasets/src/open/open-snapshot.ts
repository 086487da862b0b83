import type { EpssIndex } from '@stackcheck/epss-core';
import type { KevIndex } from '@stackcheck/kev-core';
import { canonicalBytes, sha256Hex, type KeySet } from '@stackcheck/signing';
import { CanonicalJsonError } from '@stackcheck/signing/bytes';
import type { EolIndex } from '../eol/lookup';
import type { ModelsIndex } from '../models/lookup';
import type { OsvIndex } from '../osv/lookup';
import type { SanctionsIndex } from '../sanctions/lookup';
import type { Manifest, SnapshotContent } from '../snapshot/snapshot';
import type { UpstreamJson } from '../upstream/upstream-json';
import { indexContent } from './indexes';
import { membersOf, parsed, requireManifest, requireProven } from './proven-manifest';
import { SnapshotError } from './snapshot-error';

/** What a snapshot of each dataset is asked through. Written out, so that the declarations of this entry stand for themselves. */
export interface OpenedIndexes {
  readonly eol: EolIndex;
  readonly kev: KevIndex;
  readonly epss: EpssIndex;
  readonly osv: OsvIndex;
  readonly models: ModelsIndex;
  readonly sanctions: SanctionsIndex;
}

/** A verified snapshot with what it is asked through, which depends on its dataset. */
export type OpenedSnapshot = {
  readonly [Id in keyof OpenedIndexes]: {
    readonly dataset: Id;
    /** Proven by its signatures. */
    readonly manifest: Manifest;
    readonly index: OpenedIndexes[Id];
  };
}[keyof OpenedIndexes];

/**
 * Opens a snapshot that was bought or mirrored, verified: its content has the digest that its manifest states, and the manifest
 * every signature, by one of the keys. The image table of EOL answers is that of the installed library, not the one that the
 * snapshot was signed with.
 * @param bytes the answer of `GET /v1/{dataset}/snapshot`, or its `data`: `{ manifest, snapshot }`; as text, UTF-8 or parsed
 * @param keys the published keys (`/.well-known/jwks.json`) or their text, from a source that is trusted
 * @throws SnapshotError where it is not proven or cannot be read; KeyError (`@stackcheck/signing/keys`) where a key is none
 */
export function openSnapshot(bytes: UpstreamJson, keys: KeySet | string): OpenedSnapshot {
  const { manifest, snapshot } = partsOf(bytes);
  requireProven(manifest, keys);
  requireContent(manifest, snapshot);
  try {
    // What was signed has the form that the dataset writes.
    return {
      dataset: manifest.dataset,
      manifest,
      index: indexOf(manifest, snapshot as SnapshotContent),
    } as OpenedSnapshot;
  } catch (cause) {
    if (cause instanceof SnapshotError) throw cause;
    throw new SnapshotError('unknown_version', 'its records are not as this version reads them', { cause });
  }
}

function partsOf(bytes: UpstreamJson): { readonly manifest: Manifest; readonly snapshot: unknown } {
  const document = membersOf(parsed(bytes));
  const parts = document['data'] === undefined ? document : membersOf(document['data']);
  const { manifest, snapshot } = parts;
  if ('delta' in parts)
    throw new SnapshotError('unknown_format', 'it is a delta: apply it to the snapshot it begins at');
  if (manifest === undefined || snapshot === undefined) {
    throw new SnapshotError('unknown_format', 'it has no members "manifest" and "snapshot"');
  }
  return { manifest: requireManifest(manifest), snapshot };
}

function requireContent(manifest: Manifest, snapshot: unknown): void {
  if (digestOf(snapshot) !== manifest.sha256) throw new SnapshotError('altered', 'its content has another SHA-256');
}

/** SHA-256 of the canonical form; undefined where there is none, so that it was never signed. */
function digestOf(snapshot: unknown): string | undefined {
  try {
    return sha256Hex(canonicalBytes(snapshot));
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}

function indexOf({ dataset: id, starter }: Manifest, content: SnapshotContent): unknown {
  if (content.dataset !== id) throw new SnapshotError('altered', `its content is of dataset "${content.dataset}"`);
  const opened = indexContent(id, content, starter);
  if ('fault' in opened) throw new SnapshotError('unknown_version', opened.fault);
  return opened.index;
}
