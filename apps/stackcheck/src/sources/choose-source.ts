import { DataFolder, dataPath } from '../data/data-folder';
import type { Source } from '../stack/source';
import type { Streams } from '../terminal/streams';
import { demoSource } from './demo-source';
import { snapshotSource } from './snapshot-source';

/** Flags that say where answers come from. */
export interface SourceFlags {
  readonly source?: Source['kind'];
  /** Hours. */
  readonly maxAge?: number;
}

/** The folder of offline data of this process. */
export function dataFolder({ env }: Pick<Streams, 'env'>): DataFolder {
  return new DataFolder(dataPath(env));
}

/** The source that was asked for; snapshots unless said. It is never another one than that. */
export function chooseSource({ source = 'snapshot', maxAge }: SourceFlags, streams: Streams): Source {
  if (source === 'demo') return demoSource(streams.now);
  return snapshotSource(dataFolder(streams), streams.now, maxAge);
}
