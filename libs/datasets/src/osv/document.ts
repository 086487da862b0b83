import { canonicalBytes } from '@stackcheck/signing';
import type { PreparedContent } from '../sealing/seal';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { widerScope } from '../snapshot/statement';
import { contentMeta, contentSha256, RECORD_FORM } from './content';
import type { AdvisoryReader } from '../store/advisory-files';
import type { IndexFile } from '../snapshot/index-file';

/**
 * What the snapshot store holds in place of a content that is too large for it: which index file has the records. The
 * manifest's digest is that of the records' own canonical form; that they are in this very file is a statement of its own
 * (scope `index`), so that anyone who serves the file can verify it without reading every record.
 */
export interface OsvDocument extends SnapshotContent {
  readonly dataset: 'osv';
  readonly file: IndexFile;
  /** The pack of the same advisories; absent in snapshots that were made without one. */
  readonly pack?: IndexFile;
}

/** What a document names. */
export interface NamedFiles {
  readonly file: IndexFile;
  readonly pack?: IndexFile | undefined;
}

/** Name of the statement about the index file. */
export const INDEX_SCOPE = 'index';

/** Name of the statement about the pack: that its bytes have this digest, and say what the records say. */
export const PACK_SCOPE = 'pack';

/** The scope that names an index file. */
export function indexScope({ sha256 }: IndexFile): string {
  return widerScope(INDEX_SCOPE, sha256);
}

/** The scope that names a pack: `dataset+pack-map:<sha256>`. */
export function packScope({ sha256 }: Pick<IndexFile, 'sha256'>): string {
  return widerScope(PACK_SCOPE, sha256);
}

/** The statements about what a document names, the index first. */
export function scopesOfFiles({ file, pack }: NamedFiles): PreparedContent['scopes'] {
  const index = { name: INDEX_SCOPE, scope: indexScope(file) };
  return pack === undefined ? [index] : [index, { name: PACK_SCOPE, scope: packScope(pack) }];
}

/** An index file ready to be sealed, with its pack. Reads every record. */
export function prepareIndex({ file, pack }: NamedFiles, reader: AdvisoryReader): PreparedContent {
  const document: OsvDocument = { dataset: 'osv', file, ...(pack && { pack }), meta: contentMeta(reader.facts) };
  return {
    bytes: canonicalBytes(document),
    sha256: contentSha256(reader),
    recordCount: reader.facts.records,
    scopes: scopesOfFiles({ file, pack }),
  };
}

/** What a stored snapshot was sealed from, without reading its records. */
export function asStored({ manifest, content }: StoredSnapshot, files: NamedFiles): PreparedContent {
  return {
    bytes: content,
    sha256: manifest.sha256,
    recordCount: manifest.record_count,
    scopes: scopesOfFiles(files),
  };
}

/** The index file that a stored snapshot names, or undefined when this version does not know its form. */
export function fileOf(content: Uint8Array): IndexFile | undefined {
  return filesOf(content)?.file;
}

/** The same with its pack, where it names one. */
export function filesOf(content: Uint8Array): NamedFiles | undefined {
  let document: { meta?: { upstream_schema_version?: unknown }; file?: unknown; pack?: unknown };
  try {
    document = JSON.parse(new TextDecoder().decode(content)) as typeof document;
  } catch {
    return undefined;
  }
  const file = namedFile(document.file);
  if (document.meta?.upstream_schema_version !== RECORD_FORM || file === undefined) return undefined;
  return { file, pack: namedFile(document.pack) };
}

function namedFile(value: unknown): IndexFile | undefined {
  const { sha256, bytes } = (value ?? {}) as { sha256?: unknown; bytes?: unknown };
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || typeof bytes !== 'number') return undefined;
  return { sha256, bytes };
}
