import type { EpssIndex } from '@stackcheck/epss-core';
import type { KevIndex } from '@stackcheck/kev-core';
import { canonicalBytes, parseKeySet, sha256Hex, verifiersOf, type KeySet } from '@stackcheck/signing';
import { CanonicalJsonError } from '@stackcheck/signing/bytes';
import type { EolIndex } from '../eol/lookup';
import type { ModelsIndex } from '../models/lookup';
import type { OsvIndex } from '../osv/lookup';
import type { SanctionsIndex } from '../sanctions/lookup';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { manifestShapeFault } from '../snapshot/manifest-schema';
import type { Manifest, SnapshotContent } from '../snapshot/snapshot';
import { parseUpstreamJson, type UpstreamJson } from '../upstream/upstream-json';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { indexContent } from './indexes';

/**
 * Why a snapshot was not opened: `not_json`; `unknown_format` is JSON and no snapshot; `unknown_version` was written by a
 * version of the service that this library does not read; `wrong_key` is signed by a key that is not among those given;
 * `altered` is not what was signed.
 */
export type SnapshotFaultCode = 'not_json' | 'unknown_format' | 'unknown_version' | 'wrong_key' | 'altered';

/** A snapshot was not opened. The message says why in a sentence. */
export class SnapshotError extends Error {
  constructor(
    readonly code: SnapshotFaultCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = 'SnapshotError';
  }
}

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
  requireProven(manifest, snapshot, verifiersFrom(keys));
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
  const { version } = membersOf(manifest);
  if (typeof version === 'number' && version !== 1) {
    throw new SnapshotError('unknown_version', `its manifest is of version ${version}; this library reads version 1`);
  }
  const fault = manifestShapeFault(manifest);
  if (fault !== undefined) throw new SnapshotError('unknown_format', `its manifest has another shape (${fault})`);
  return { manifest: manifest as Manifest, snapshot };
}

function parsed(bytes: UpstreamJson): unknown {
  try {
    return parseUpstreamJson(bytes);
  } catch (cause) {
    if (!(cause instanceof UpstreamShapeError)) throw cause;
    throw new SnapshotError('not_json', 'it is no JSON text in UTF-8', { cause });
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SnapshotError('unknown_format', 'it is no snapshot: an object was expected');
}

/** Checked one by one, since the keys may have come from anywhere. */
function verifiersFrom(keys: KeySet | string): VerifierMap {
  return verifiersOf(parseKeySet(typeof keys === 'string' ? keys : JSON.stringify(keys ?? null)));
}

function requireProven(manifest: Manifest, snapshot: unknown, verifiers: VerifierMap): void {
  if (!verifiers.has(manifest.key_id)) {
    throw new SnapshotError('wrong_key', `its key "${manifest.key_id}" is not among the keys`);
  }
  const fault = manifestFault(manifest, verifiers);
  if (fault !== undefined) throw new SnapshotError('altered', fault);
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
