import { NO_VALIDATORS } from '../upstream/upstream';
import type { StarterOutcome } from '../publish/publish-starter';
import { EMBEDDED } from '../upstream/retrieved-from';
import { seal, statesTheSame } from '../sealing/seal';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { withLease } from '../publish/with-lease';
import { advisoryDeltas } from './advisory-deltas';
import { OSV_DESCRIPTOR } from './descriptor';
import { fileOf, prepareIndex } from './document';
import { inheritSeverity } from './inherited-severity';
import { IndexFileError, type IndexFile } from '../snapshot/index-file';
import type { AdvisoryFiles } from './ports';
import type { AdvisoryDeps } from './publish-advisories';
import { osvStarter } from './starter';

/** Publishes the starter's advisories where there is no snapshot yet, or another version's starter (see `publishStarter`). */
export async function publishAdvisoryStarter(deps: AdvisoryDeps): Promise<StarterOutcome> {
  const { store, files, signer } = deps;
  const current = () => {
    const { currentSnapshotId } = store.state(OSV_DESCRIPTOR.id);
    return currentSnapshotId === null ? undefined : store.find(OSV_DESCRIPTOR.id, currentSnapshotId);
  };
  const found = current();
  // Real data is better whatever its state, and most starts find some; no file need be written to see that.
  if (found && !found.manifest.starter) return { kind: 'kept', snapshotId: found.manifest.snapshot_id };
  return withLease<StarterOutcome>(OSV_DESCRIPTOR.id, deps, async (lease) => {
    const stored = current();
    if (stored && !stored.manifest.starter) return { kind: 'kept', snapshotId: stored.manifest.snapshot_id };
    try {
      const { asOf, advisories } = osvStarter();
      const file = write(files, advisories);
      const reader = await files.open(file);
      try {
        const prepared = prepareIndex(file, reader);
        if (stored && sameFile(stored, file) && statesTheSame(DATASET, stored.manifest, prepared, signer.keyId)) {
          return { kind: 'kept', snapshotId: stored.manifest.snapshot_id };
        }
        const nowMs = Date.parse(asOf);
        const options = {
          nowMs,
          previous: stored?.manifest,
          upstreamEtag: null,
          signer,
          starter: true,
          retrievedFrom: EMBEDDED,
        };
        const snapshot = seal(DATASET, prepared, options);
        const open = { manifest: snapshot.manifest, file, reader };
        const deltas = advisoryDeltas(open, undefined, { ...deps, fromCount: 0 });
        store.publish(lease, snapshot, NO_VALIDATORS, nowMs, { deltas });
        return { kind: 'published', manifest: snapshot.manifest };
      } finally {
        reader.close();
      }
    } catch (error) {
      if (error instanceof IndexFileError) return { kind: 'refused', reason: error.message };
      throw error;
    }
  });
}

const DATASET = { descriptor: OSV_DESCRIPTOR };

function write(files: AdvisoryFiles, advisories: ReturnType<typeof osvStarter>['advisories']): IndexFile {
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  inheritSeverity(builder);
  return builder.finish();
}

function sameFile({ content }: StoredSnapshot, file: IndexFile): boolean {
  return fileOf(content)?.sha256 === file.sha256;
}
