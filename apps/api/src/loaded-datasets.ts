import type { LiveSnapshot, LiveSnapshots } from '@stackcheck/datasets';
import type { LoadedDataset } from './http/pins';
import type { AskableDataset, RouteDataset, SnapshotView } from './routes/define-route';

const views = new WeakMap<LiveSnapshot, SnapshotView<unknown>>();

/** The snapshot of a dataset being served, as routes see it; undefined when none is loaded. */
export function loadedDataset(live: LiveSnapshots, id: RouteDataset): LoadedDataset | undefined {
  const snapshot = live.current(id as AskableDataset);
  const freshness = live.freshness(id);
  if (!snapshot || !freshness) return undefined;
  return {
    view: viewOf(snapshot),
    starter: snapshot.manifest.starter,
    stale: freshness !== 'fresh',
    tooOld: freshness === 'too_old',
  };
}

/** Made once per snapshot. */
function viewOf(snapshot: LiveSnapshot): SnapshotView<unknown> {
  const known = views.get(snapshot);
  if (known) return known;
  const { manifest, manifestDocument, index, download } = snapshot;
  const view: SnapshotView<unknown> = {
    manifest,
    manifestDocument: {
      contentType: 'application/json',
      body: Buffer.concat([Buffer.from('{"data":{"manifest":'), manifestDocument.bytes, Buffer.from('}}')]),
      etag: manifestDocument.etag,
    },
    index,
    download: Buffer.concat([Buffer.from('{"data":'), download, Buffer.from('}')]),
  };
  views.set(snapshot, view);
  return view;
}
