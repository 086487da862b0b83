import type { CooperativeTask } from '../tasks/cooperative-task';
import type { DocumentDefinition } from './document-definition';
import { manifestDocument, type Loaded } from '../snapshot/live-snapshot';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import type { VerifierMap } from '../sealing/verify-manifest';
import { verifySteps } from './verify-snapshot';

/** Verifies a stored snapshot, builds its look-ups and asks them about a sample of it. */
export function* loadSteps<Content extends SnapshotContent, Index>(
  dataset: DocumentDefinition<Content, Index>,
  stored: StoredSnapshot,
  verifiers: VerifierMap,
): CooperativeTask<Loaded<Index>> {
  const verdict = yield* verifySteps(dataset, stored, verifiers);
  if (!verdict.ok) return verdict;
  const index = yield* dataset.index(verdict.content, !stored.manifest.starter);
  yield;
  const wrong = yield* dataset.selfTest(index, verdict.content);
  if (wrong !== undefined) return { ok: false, fault: `its index answers wrongly: ${wrong}` };
  const { manifest, content } = stored;
  return { ok: true, live: { manifest, index, manifestDocument: manifestDocument(manifest), content } };
}
