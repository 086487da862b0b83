import { DataFolder, dataPath } from '../data/data-folder';
import { openService, type PayFlags } from '../paying/service';
import type { Source } from '../stack/source';
import type { Streams } from '../terminal/streams';
import { apiSource } from './api-source';
import { demoSource } from './demo-source';
import { snapshotSource } from './snapshot-source';

/** Flags that say where answers come from. */
export interface SourceFlags extends PayFlags {
  readonly source?: Source['kind'];
  /** Hours. */
  readonly maxAge?: number;
}

/** The folder of offline data of this process. */
export function dataFolder({ env }: Pick<Streams, 'env'>): DataFolder {
  return new DataFolder(dataPath(env));
}

/** The source that was asked for; snapshots unless said. It is never another one than that. */
export function chooseSource(flags: SourceFlags, streams: Streams): Source {
  const { source = 'snapshot', maxAge } = flags;
  if (source === 'demo') return demoSource(streams.now);
  if (source === 'api') return apiSource(openService(flags, streams), streams);
  return snapshotSource(dataFolder(streams), streams.now, maxAge);
}
