import { STARTERS } from '@stackcheck/datasets/starters';
import { DataFolder, dataPath } from '../data/data-folder';
import { openDataset } from '../data/open-dataset';
import { openService, type PayFlags } from '../paying/service';
import type { Source } from '../stack/source';
import type { Streams } from '../terminal/streams';
import { apiSource } from './api-source';
import { demoSource } from './demo-source';
import { searchLocally, type AskModels, type FoundModels } from '../stack/model-search';
import { MAX_AGE_HOURS, snapshotSource } from './snapshot-source';

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

/** The search for models of the source that was asked for. */
export function chooseModels(flags: SourceFlags, streams: Streams): AskModels {
  const { source = 'snapshot', maxAge = MAX_AGE_HOURS } = flags;
  if (source === 'api') {
    const service = openService(flags, streams);
    return async (body) => {
      const answer = await service.buy({ path: '/v1/models/cheapest', body });
      return (JSON.parse(Buffer.from(answer).toString('utf8')) as { readonly data: FoundModels }).data;
    };
  }
  const limit = { nowMs: streams.now(), maxAgeHours: maxAge };
  return (request) => {
    const { models } =
      source === 'demo' ? STARTERS.models().index : openDataset(dataFolder(streams), 'models', limit).index;
    return Promise.resolve(searchLocally(models, request, streams.now()));
  };
}
