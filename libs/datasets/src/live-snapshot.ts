import { canonicalBytes } from '@stackcheck/signing';
import type { Dataset } from './dataset';
import { strongEtag } from './etag';
import { joinBytes } from './join-bytes';
import type { Pause } from './parse-in-slices';
import type { Manifest, StoredSnapshot } from './snapshot';
import { verifyInSteps, type VerifierMap } from './verify-snapshot';

/** A verified snapshot, ready to answer from. All of it is made once and never changes. */
export interface LiveSnapshot<Index = unknown> {
  readonly manifest: Manifest;
  readonly index: Index;
  /** The manifest as canonical JSON, with its strong ETag. */
  readonly manifestDocument: { readonly bytes: Uint8Array; readonly etag: string };
  /**
   * `{"manifest":…,"snapshot":…}` as JSON, the snapshot in the very bytes that `sha256` is of; undefined where that is too
   * large to be held.
   */
  readonly download: Uint8Array | undefined;
}

/** A loaded snapshot, or a sentence saying why it must not be served. */
export type Loaded =
  { readonly ok: true; readonly live: LiveSnapshot } | { readonly ok: false; readonly fault: string };

/**
 * Verifies a stored snapshot, builds its look-ups and asks them about a sample of it.
 * @param pause lets others go on between two steps
 */
export async function loadSnapshot(
  dataset: Dataset,
  stored: StoredSnapshot,
  verifiers: VerifierMap,
  pause: Pause,
): Promise<Loaded> {
  const verdict = await verifyInSteps(dataset, stored, verifiers, pause);
  if (!verdict.ok) return verdict;
  await pause();
  const index = dataset.index(verdict.content);
  const wrong = dataset.selfTest(index, verdict.content);
  if (wrong !== undefined) return { ok: false, fault: `its index answers wrongly: ${wrong}` };
  await pause();
  const manifestBytes = canonicalBytes(stored.manifest);
  return {
    ok: true,
    live: {
      manifest: stored.manifest,
      index,
      manifestDocument: { bytes: manifestBytes, etag: strongEtag(manifestBytes) },
      download: joinBytes(['{"manifest":', manifestBytes, ',"snapshot":', stored.content, '}']),
    },
  };
}
