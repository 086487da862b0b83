import type { SnapshotReader } from '../store/snapshot-store';
import type { Manifest } from '../snapshot/snapshot';
import type { VerifierMap } from '../sealing/verify-manifest';
import { contentChunks } from './content';
import { OSV_DESCRIPTOR } from './descriptor';
import { openIndex } from './live-advisories';
import { notStored } from './not-stored';
import { MISSING_INDEX } from '../snapshot/index-file';
import type { AdvisoryFiles } from '../store/advisory-files';

/** Greatest length of a piece in bytes. */
export const PIECE_BYTES_MAX = 64 * 1024;

/** Short enough that making one does not keep others waiting: mostly under a millisecond. */
const STEP = { chars: 32 * 1024, records: 50 };

/** A stored snapshot of the package advisories, opened by itself: what is swapped or swept meanwhile does not touch it. */
export interface StoredAdvisories {
  readonly manifest: Manifest;
  /** The content from its beginning: the very bytes that the manifest's digest is of, in pieces of at most 64 KiB. */
  pieces(): Iterable<Uint8Array>;
  close(): void;
}

/** `forgotten`: no such snapshot is stored; `missing`: it is, but its records are not kept any more. */
export type AdvisoriesOpened =
  | { readonly kind: 'open'; readonly advisories: StoredAdvisories }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'fault'; readonly fault: string };

/** Where stored snapshots are and what they are verified with. */
export interface StoredAdvisoriesDeps {
  readonly reader: Pick<SnapshotReader, 'find' | 'isForgotten'>;
  readonly files: Pick<AdvisoryFiles, 'open'>;
  readonly verifiers: VerifierMap;
}

/**
 * Opens the content of any stored snapshot, verified like the one being served.
 * @throws when the store or the folder cannot be read
 */
export async function openStoredAdvisories(
  snapshotId: string,
  { reader, files, verifiers }: StoredAdvisoriesDeps,
): Promise<AdvisoriesOpened> {
  const stored = reader.find(OSV_DESCRIPTOR.id, snapshotId);
  if (stored === undefined) return notStored(reader, snapshotId);
  const opened = await openIndex(stored, files, verifiers);
  if (!opened.ok) {
    return opened.fault === MISSING_INDEX && reader.isForgotten(OSV_DESCRIPTOR.id, snapshotId)
      ? { kind: 'missing' }
      : { kind: 'fault', fault: opened.fault };
  }
  const index = opened.reader;
  return {
    kind: 'open',
    advisories: {
      manifest: stored.manifest,
      pieces: () => piecesOf(contentChunks(index, STEP)),
      close: () => index.close(),
    },
  };
}

function* piecesOf(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES_MAX) yield bytes.subarray(at, at + PIECE_BYTES_MAX);
  }
}
