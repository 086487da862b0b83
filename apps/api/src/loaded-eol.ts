import type { EolIndex, LiveSnapshot, LiveSnapshots } from '@stackcheck/datasets';
import type { LoadedDataset } from './http/readiness';
import type { EolView } from './routes/define-route';

const views = new WeakMap<LiveSnapshot<EolIndex>, EolView>();

/** The EOL snapshot being served, as routes see it; undefined when none is loaded. */
export function loadedEol(live: LiveSnapshots): LoadedDataset | undefined {
  const snapshot = live.current('eol');
  const freshness = live.freshness('eol');
  if (!snapshot || !freshness) return undefined;
  return {
    view: viewOf(snapshot),
    starter: snapshot.manifest.starter,
    stale: freshness !== 'fresh',
    tooOld: freshness === 'too_old',
  };
}

/** Made once per snapshot. */
function viewOf(snapshot: LiveSnapshot<EolIndex>): EolView {
  const known = views.get(snapshot);
  if (known) return known;
  const { manifest, manifestDocument, index, download } = snapshot;
  const view: EolView = {
    manifest,
    manifestDocument: {
      contentType: 'application/json',
      body: Buffer.concat([Buffer.from('{"data":{"manifest":'), manifestDocument.bytes, Buffer.from('}}')]),
      etag: manifestDocument.etag,
    },
    index: index.products,
    images: index.images,
    download: Buffer.concat([Buffer.from('{"data":'), download, Buffer.from('}')]),
  };
  views.set(snapshot, view);
  return view;
}
