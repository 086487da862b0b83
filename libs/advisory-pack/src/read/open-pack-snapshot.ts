import {
  openManifest,
  PACK_SCOPE,
  packScope,
  SnapshotError,
  type Manifest,
  type OsvIndex,
  type UpstreamJson,
} from '@stackcheck/datasets/advisories';
import type { KeySet } from '@stackcheck/signing';
import { sha256HexOf } from '@stackcheck/signing/bytes';
import { PackError, type PackFaultCode } from '../form/pack-error';
import { indexPack } from './index-pack';
import { openPack, type AdvisoryPack } from './open-pack';
import { chunksOf, packInMemory, type PackBytes } from './pack-bytes';

/** A verified snapshot of the package advisories as a pack, with what it is asked through. */
export interface OpenedPack {
  /** Proven by its signatures, which name the digest of the pack. */
  readonly manifest: Manifest;
  /** Its `reader` is the pack, to be closed in the end. */
  readonly index: OsvIndex<AdvisoryPack>;
}

/**
 * Opens a pack that was bought or mirrored, verified: a statement of its manifest, signed by one of the keys, names the digest that it
 * has. All of it is read once for that.
 * @param pack its bytes, or where they are; closed where it is not opened
 * @param manifest the answer of `GET /v1/osv/manifest`, its `data`, or the manifest; as text, UTF-8 or parsed
 * @param keys the published keys (`/.well-known/jwks.json`) or their text, from a source that is trusted
 * @throws SnapshotError where it is not proven or cannot be read; KeyError (`@stackcheck/signing/keys`) where a key is none
 */
export function openPackSnapshot(
  pack: Uint8Array | PackBytes,
  manifest: UpstreamJson,
  keys: KeySet | string,
): OpenedPack {
  const bytes = pack instanceof Uint8Array ? packInMemory(pack) : pack;
  try {
    return proven(bytes, openManifest(manifest, keys));
  } catch (error) {
    bytes.close();
    throw error instanceof PackError ? new SnapshotError(CODES[error.code], error.message, { cause: error }) : error;
  }
}

const CODES = {
  not_a_pack: 'unknown_format',
  unknown_form: 'unknown_version',
  truncated: 'altered',
  damaged: 'altered',
} as const satisfies Record<PackFaultCode, SnapshotError['code']>;

function proven(bytes: PackBytes, manifest: Manifest): OpenedPack {
  const scope = manifest.scopes.find(({ name }) => name === PACK_SCOPE)?.scope;
  if (scope === undefined) {
    throw new SnapshotError('unknown_format', `its manifest is of ${manifest.snapshot_id}, which has no pack`);
  }
  // First what kind of file it is: that it is none says more than that it has another digest.
  const opened = openPack(bytes);
  if (packScope({ sha256: sha256HexOf(chunksOf(bytes)) }) !== scope) {
    throw new SnapshotError('altered', `it is not the pack of ${manifest.snapshot_id}: it has another SHA-256`);
  }
  if (opened.facts.records !== manifest.record_count) {
    throw new SnapshotError(
      'altered',
      `it has ${opened.facts.records} records, its manifest says ${manifest.record_count}`,
    );
  }
  return { manifest, index: indexPack(opened, !manifest.starter) };
}
