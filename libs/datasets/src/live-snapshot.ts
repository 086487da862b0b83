import { canonicalBytes } from '@stackcheck/signing';
import type { Dataset } from './dataset';
import { strongEtag } from './etag';
import type { Manifest, StoredSnapshot } from './snapshot';
import type { CooperativeTask } from './cooperative-task';
import { verifySteps, type VerifierMap } from './verify-snapshot';

/** A verified snapshot, ready to answer from. All of it is made once and never changes. */
export interface LiveSnapshot<Index = unknown> {
  readonly manifest: Manifest;
  readonly index: Index;
  /** The manifest as canonical JSON, with its strong ETag. */
  readonly manifestDocument: { readonly bytes: Uint8Array; readonly etag: string };
  /** The very bytes that the manifest's digest is of; undefined where they are too large to be held. */
  readonly content: Uint8Array | undefined;
}

/** A loaded snapshot, or a sentence saying why it must not be served. */
export type Loaded =
  { readonly ok: true; readonly live: LiveSnapshot } | { readonly ok: false; readonly fault: string };

/** Verifies a stored snapshot, builds its look-ups and asks them about a sample of it. */
export function* loadSteps(dataset: Dataset, stored: StoredSnapshot, verifiers: VerifierMap): CooperativeTask<Loaded> {
  const verdict = yield* verifySteps(dataset, stored, verifiers);
  if (!verdict.ok) return verdict;
  const index = yield* dataset.index(verdict.content, !stored.manifest.starter);
  yield;
  const wrong = yield* dataset.selfTest(index, verdict.content);
  if (wrong !== undefined) return { ok: false, fault: `its index answers wrongly: ${wrong}` };
  const { manifest, content } = stored;
  return { ok: true, live: { manifest, index, manifestDocument: manifestDocument(manifest), content } };
}

/** A manifest as it is published. */
export function manifestDocument(manifest: Manifest): LiveSnapshot['manifestDocument'] {
  const bytes = canonicalBytes(manifest);
  return { bytes, etag: strongEtag(bytes) };
}
