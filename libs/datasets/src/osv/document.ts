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
 * (scope `index`), so that whoever serves the file can verify it without reading every record.
 */
export interface OsvDocument extends SnapshotContent {
  readonly dataset: 'osv';
  readonly file: IndexFile;
}

/** Name of the statement about the index file. */
export const INDEX_SCOPE = 'index';

/** The scope that names an index file. */
export function indexScope({ sha256 }: IndexFile): string {
  return widerScope(INDEX_SCOPE, sha256);
}

/** An index file ready to be sealed. Reads every record. */
export function prepareIndex(file: IndexFile, reader: AdvisoryReader): PreparedContent {
  const document: OsvDocument = { dataset: 'osv', file, meta: contentMeta(reader.facts) };
  return {
    bytes: canonicalBytes(document),
    sha256: contentSha256(reader),
    recordCount: reader.facts.records,
    scopes: [{ name: INDEX_SCOPE, scope: indexScope(file) }],
  };
}

/** What a stored snapshot was sealed from, without reading its records. */
export function asStored({ manifest, content }: StoredSnapshot, file: IndexFile): PreparedContent {
  return {
    bytes: content,
    sha256: manifest.sha256,
    recordCount: manifest.record_count,
    scopes: [{ name: INDEX_SCOPE, scope: indexScope(file) }],
  };
}

/** The index file that a stored snapshot names, or undefined when this version does not know its form. */
export function fileOf(content: Uint8Array): IndexFile | undefined {
  let document: { meta?: { upstream_schema_version?: unknown }; file?: { sha256?: unknown; bytes?: unknown } };
  try {
    document = JSON.parse(new TextDecoder().decode(content)) as typeof document;
  } catch {
    return undefined;
  }
  const { sha256, bytes } = document.file ?? {};
  if (document.meta?.upstream_schema_version !== RECORD_FORM) return undefined;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || typeof bytes !== 'number') return undefined;
  return { sha256, bytes };
}
