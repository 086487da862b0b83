import { ServiceError } from '@stackcheck/contract';
import type { LiveSnapshot, LiveSnapshots, SnapshotReader } from '@stackcheck/datasets';
import type { DeltaDownload } from '@stackcheck/datasets/serve';
import { canonicalBytes } from '@stackcheck/signing';
import { SoldSnapshots } from './downloads/sold-snapshots';
import type { LoadedDataset } from './sellable';
import type { AskableDataset, RouteDataset, SnapshotView } from '../catalogue/define-route';

const views = new WeakMap<LiveSnapshot, SnapshotView<unknown>>();

/** The snapshot of a dataset being served, as routes see it; undefined when none is loaded. */
export function loadedDataset(live: LiveSnapshots, id: RouteDataset): LoadedDataset | undefined {
  const snapshot = live.current(id as AskableDataset);
  const freshness = live.freshness(id);
  if (!snapshot || !freshness) return undefined;
  return {
    view: viewOf(snapshot, live),
    starter: snapshot.manifest.starter,
    stale: freshness !== 'fresh',
    tooOld: freshness === 'too_old',
  };
}

/** The downloads of whole snapshots as they are sold now, as the store still has them, and as this folder keeps them. */
export function soldSnapshots(
  folder: string,
  reader: Pick<SnapshotReader, 'find' | 'isForgotten'>,
  live: LiveSnapshots,
): SoldSnapshots {
  return new SoldSnapshots({
    folder,
    stored: ({ dataset, snapshotId }) => {
      const found = reader.find(dataset, snapshotId);
      if (found) return downloadBytes(canonicalBytes(found.manifest), found.content);
      if (reader.isForgotten(dataset, snapshotId)) return undefined;
      throw new Error(`snapshot ${snapshotId} is not on this node, and its publisher has not said that it is gone`);
    },
    current: (dataset) => {
      const view = loadedDataset(live, dataset)?.view;
      return view?.download && { dataset, snapshotId: view.manifest.snapshot_id, body: view.download };
    },
  });
}

/** Made once per snapshot. */
function viewOf(snapshot: LiveSnapshot, live: LiveSnapshots): SnapshotView<unknown> {
  const known = views.get(snapshot);
  if (known) return known;
  const { manifest, manifestDocument, index, content } = snapshot;
  let download: Uint8Array | undefined;
  const view: SnapshotView<unknown> = {
    manifest,
    manifestDocument: {
      contentType: 'application/json',
      body: joined('{"data":{"manifest":', manifestDocument.bytes, '}}'),
      etag: manifestDocument.etag,
    },
    index,
    // Megabytes that are copied only for a buyer.
    get download() {
      return content && (download ??= downloadBytes(manifestDocument.bytes, content));
    },
    deltaSince: (from) => deltaSince(live, snapshot, from),
  };
  views.set(snapshot, view);
  return view;
}

/** The download of a snapshot from its manifest, in canonical form, and its content. */
export function downloadBytes(manifest: Uint8Array, content: Uint8Array): Uint8Array {
  return joined('{"data":{"manifest":', manifest, ',"snapshot":', content, '}}');
}

function deltaSince(live: LiveSnapshots, to: LiveSnapshot, from: string): DeltaDownload {
  try {
    const found = live.deltaSince(to, from);
    if (found.kind !== 'delta') return found;
    return { kind: 'delta', bytes: joined('{"data":', found.bytes, '}') };
  } catch (cause) {
    throw new ServiceError('dataset_unavailable', { message: 'the store of deltas cannot be read now', cause });
  }
}

function joined(...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
