import type { KevIndex } from '@stackcheck/kev-core';
import type { Dataset } from '../life/dataset';
import type { DatasetDescriptor } from '../snapshot/descriptor';
import { eolDataset } from '../eol/dataset';
import type { EolIndex } from '../eol/lookup';
import { kevDataset } from '../kev/dataset';
import { modelsDataset } from '../models/dataset';
import type { ModelsIndex } from '../models/lookup';
import { osvDataset } from '../osv/dataset';
import type { OsvIndex } from '../osv/lookup';
import { sanctionsDataset } from '../sanctions/dataset';
import type { SanctionsIndex } from '../sanctions/lookup';
import type { DatasetId } from '../snapshot/snapshot';

/** What a loaded snapshot of each dataset is asked through. */
export interface DatasetIndexes {
  readonly eol: EolIndex;
  readonly kev: KevIndex;
  readonly osv: OsvIndex;
  readonly models: ModelsIndex;
  readonly sanctions: SanctionsIndex;
}

/** The datasets of which snapshots can be asked. */
export type LoadableId = keyof DatasetIndexes;

/** The datasets that callers are answered from. */
export type CallerDatasetId = Exclude<DatasetId, 'sanctions'>;

/**
 * Every dataset, in the order in which they are refreshed and listed. A new one is one folder and one line here: its routes of
 * manifest and snapshot, its configuration variable, its place in health, metrics and the operator's commands follow.
 */
export const DATASETS: readonly Dataset[] = [eolDataset, kevDataset, osvDataset, modelsDataset, sanctionsDataset];

/** What is fixed about every dataset, in the same order. */
export const DESCRIPTORS: readonly DatasetDescriptor[] = DATASETS.map(({ descriptor }) => descriptor);

/** Whether a text names a dataset. */
export function isDatasetId(text: string): text is DatasetId {
  return DESCRIPTORS.some(({ id }) => id === text);
}

/** What is fixed about the dataset with this id. */
export function descriptorOf(id: DatasetId): DatasetDescriptor {
  const descriptor = DESCRIPTORS.find((each) => each.id === id);
  if (descriptor === undefined) throw new Error(`no dataset "${String(id)}" is registered`);
  return descriptor;
}

/** The registered datasets that callers are answered from, in order. */
export function callerDatasets(): readonly CallerDatasetId[] {
  return DESCRIPTORS.filter(({ audience }) => audience === 'callers').map(({ id }) => id as CallerDatasetId);
}

/** The dataset with this id. */
export function registeredDataset(id: DatasetId): Dataset {
  const dataset = DATASETS.find(({ descriptor }) => descriptor.id === id);
  if (dataset === undefined) throw new Error(`no dataset "${String(id)}" is registered`);
  return dataset;
}

/** Whether publishing a dataset brings deltas. */
export function hasDeltas(id: DatasetId): boolean {
  return registeredDataset(id).hasDeltas;
}

/** Whether a dataset that callers are answered from lies in an index file: its content is sent piece by piece. */
export function isIndexed(id: DatasetId): id is CallerDatasetId {
  const { kind, descriptor } = registeredDataset(id);
  return kind === 'indexed' && descriptor.audience === 'callers';
}
