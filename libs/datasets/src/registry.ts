import type { KevIndex } from '@stackcheck/kev-core';
import type { Dataset } from './dataset';
import { eolDataset } from './eol/dataset';
import type { EolIndex } from './eol/lookup';
import { kevDataset } from './kev/dataset';
import { sanctionsDataset } from './sanctions/dataset';
import type { SanctionsIndex } from './sanctions/lookup';
import type { DatasetId } from './snapshot';

/** What a loaded snapshot of each dataset is asked through. */
export interface DatasetIndexes {
  readonly eol: EolIndex;
  readonly kev: KevIndex;
  readonly sanctions: SanctionsIndex;
}

/** The datasets of which snapshots can be asked. */
export type LoadableId = keyof DatasetIndexes;

/** The datasets that callers are answered from. */
export type CallerDatasetId = Exclude<DatasetId, 'sanctions'>;

/** All datasets in the order in which they are refreshed and listed. A new dataset is one folder and one line here. */
export const DATASETS: readonly Dataset[] = [eolDataset, kevDataset, sanctionsDataset];

/** Whether a text names a dataset. */
export function isDatasetId(text: string): text is DatasetId {
  return DATASETS.some(({ descriptor }) => descriptor.id === text);
}

/** The registered datasets that callers are answered from, in order. */
export function callerDatasets(): readonly CallerDatasetId[] {
  return DATASETS.filter(({ descriptor }) => descriptor.audience === 'callers').map(
    ({ descriptor }) => descriptor.id as CallerDatasetId,
  );
}

/** The dataset with this id. */
export function registeredDataset(id: DatasetId): Dataset {
  const dataset = DATASETS.find(({ descriptor }) => descriptor.id === id);
  if (dataset === undefined) throw new Error(`no dataset "${String(id)}" is registered`);
  return dataset;
}
