import type { DatasetParts, IndexedDataset, OpenIndex, Sealed } from '../life/dataset';
import { IndexFileError, MISSING_INDEX } from '../snapshot/index-file';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { manifestFault } from '../sealing/verify-manifest';
import type { AdvisoryFiles } from '../store/advisory-files';
import { advisoryDeltas, type OpenSnapshot } from './advisory-deltas';
import { cursorOf, toValidators } from './cursor';
import { OSV_DESCRIPTOR } from './descriptor';
import { asStored, filesOf, PACK_SCOPE, prepareIndex, scopesOfFiles } from './document';
import { guardOsv } from './guards';
import { INDEXES_KEPT, sweepIndexes } from './kept-indexes';
import { loadIndex, openIndex, recordsFault } from './live-advisories';
import { loadAdvisories } from './load';
import type { OsvIndex } from './lookup';
import { openWithPack } from './open-with-pack';
import { buildStarter } from './starter-index';
import { packFault, packFileFault } from './stored-packs';

/**
 * The package advisories. The same life as a document's, but for the records going into an index file one by one. The file
 * is complete and synced before the snapshot that names it is published; whatever breaks off before leaves the last good
 * one, and a file that nobody names, which the next run removes.
 */
export const osvDataset: IndexedDataset<OsvIndex> = {
  kind: 'indexed',
  descriptor: OSV_DESCRIPTOR,
  hasDeltas: true,
  async fetch({ addresses, bucket: open, known, previous, nowMs, progress, onRead, ...parts }) {
    const [address] = addresses.urls;
    if (address === undefined || open === undefined) throw new Error('there is no bucket to read');
    const files = folderOf(parts);
    const base = previous && { ...previous, cursor: cursorOf(known, address) };
    const bucket = open(address, progress);
    try {
      const loaded = await loadAdvisories({ bucket, files, nowMs, base });
      const validators = toValidators(address, loaded.cursor);
      if (loaded.kind === 'unchanged') return { kind: 'unchanged', validators };
      onRead?.(loaded.report);
      const { packAdvisories } = parts;
      const body = { file: loaded.file, files, report: loaded.report, packAdvisories };
      return { kind: 'fetched', body, validators, upstreamEtag: null, address };
    } finally {
      await bucket.close?.();
    }
  },
  read: async ({ file, files, report, packAdvisories }) => ({
    ...(await openWithPack(file, files, packAdvisories)),
    report,
  }),
  guard: ({ reader, report = NOTHING_READ }, previous) => guardOsv(reader, report, previous?.reader.facts),
  seal: ({ reader, ...files }) => prepareIndex(files, reader),
  reseal: (stored) => {
    const named = filesOf(stored.content);
    return named ? { ok: true, prepared: asStored(stored, named) } : { ok: false, fault: UNKNOWN_FORM };
  },
  // Another version of SQLite or zlib may write the same records as other files.
  inFormOf: (prepared, previous) => ({
    ...prepared,
    scopes: [
      ...scopesOfFiles(previous),
      // Where the previous one has none, a pack is news.
      ...(previous.pack === undefined ? prepared.scopes.filter(({ name }) => name === PACK_SCOPE) : []),
    ],
  }),
  open: (stored, parts, whole = false) => openStored(stored, folderOf(parts), whole),
  close: ({ reader }) => reader.close(),
  deltas: (to, previous, { store, signer, verifiers, ...parts }) =>
    advisoryDeltas(asOpen(to), previous && asOpen(previous), {
      store,
      signer,
      files: folderOf(parts),
      fromCount: INDEXES_KEPT,
      ...(verifiers && { verifiers }),
    }),
  // They are made when a snapshot is published: the index files of earlier ones are not kept for ever.
  missingDeltas: () => ({ from: [], make: () => [] }),
  load: (stored, verifiers, { yieldPolicy, ...parts }) => loadIndex(stored, folderOf(parts), verifiers, yieldPolicy),
  async verify(stored, verifiers, { isCurrent, ...parts }) {
    const opened = await openIndex(stored, folderOf(parts), verifiers);
    // Index files of old snapshots are removed; their manifests and the deltas from them stay.
    if (!opened.ok) {
      return opened.fault === MISSING_INDEX && !isCurrent ? manifestFault(stored.manifest, verifiers) : opened.fault;
    }
    try {
      return recordsFault(opened.reader, stored) ?? (await packFault(stored, folderOf(parts), verifiers));
    } finally {
      opened.reader.close();
    }
  },
  starter: (parts = {}) => buildStarter(folderOf(parts), parts.packAdvisories),
  sweep: (store, parts, nowMs) => void sweepIndexes({ store, files: folderOf(parts), nowMs }),
};

const NOTHING_READ = { mode: 'full', files: {}, unread: [] } as const;

const UNKNOWN_FORM = 'another version of this program wrote it in a form that is not known';

function folderOf({ advisoryFiles }: DatasetParts): AdvisoryFiles {
  if (advisoryFiles === undefined) throw new Error('package advisories need the folder of their index files');
  return advisoryFiles;
}

async function openStored(stored: StoredSnapshot, files: AdvisoryFiles, whole: boolean) {
  const named = filesOf(stored.content);
  if (named === undefined) return { ok: false, fault: UNKNOWN_FORM } as const;
  try {
    const reader = await files.open(named.file);
    // What is signed for again is there as a whole.
    const fault = whole ? (recordsFault(reader, stored) ?? (await packFileFault(named.pack, files))) : undefined;
    if (fault === undefined) return { ok: true, content: { ...named, reader } } as const;
    reader.close();
    return { ok: false, fault } as const;
  } catch (error) {
    if (error instanceof IndexFileError) return { ok: false, fault: error.message } as const;
    throw error;
  }
}

function asOpen({ snapshot, content: { file, reader } }: Sealed<OpenIndex>): OpenSnapshot {
  return { manifest: snapshot.manifest, file, reader };
}
