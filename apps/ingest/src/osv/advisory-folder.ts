import { join } from 'node:path';
import type { IndexFile } from '@stackcheck/datasets/snapshot';
import type { IngestConfig } from '../config/config';

/** Where index files and packs lie, and what is downloaded for them. */
export function advisoryFolder({ dataDir }: Pick<IngestConfig, 'dataDir'>): string {
  return join(dataDir, 'osv');
}

/** Where the file of this digest lies, as the store of index files names it. */
export function advisoryFileOf(
  config: Pick<IngestConfig, 'dataDir'>,
  kind: 'index' | 'pack',
  { sha256 }: IndexFile,
): string {
  return join(advisoryFolder(config), `${sha256}.${kind === 'index' ? 'db' : 'pack'}`);
}
