import type { Dataset } from '../life/dataset';
import type { DatasetDescriptor } from '../snapshot/descriptor';
import { eolDataset } from '../eol/dataset';
import { epssDataset } from '../epss/dataset';
import { kevDataset } from '../kev/dataset';
import { modelsDataset } from '../models/dataset';
import { osvDataset } from '../osv/dataset';
import { sanctionsDataset } from '../sanctions/dataset';
import type { DatasetId } from '../snapshot/snapshot';

/**
 * Every dataset, in the order in which they are refreshed and listed. A new one is one folder, its id in `DatasetId` and one line
 * here: its manifest and snapshot routes with their price, its `<ID>_UPSTREAM_URL`, its place in health, metrics and the
 * operator's commands, and the type of its look-ups follow.
 */
const REGISTERED = {
  eol: eolDataset,
  kev: kevDataset,
  epss: epssDataset,
  osv: osvDataset,
  models: modelsDataset,
  sanctions: sanctionsDataset,
} satisfies Readonly<Partial<Record<DatasetId, Dataset>>>;

/** What a loaded snapshot of each dataset is asked through. */
export type DatasetIndexes = { readonly [Id in keyof typeof REGISTERED]: IndexOf<(typeof REGISTERED)[Id]> };

type IndexOf<Registered extends Pick<Dataset, 'load'>> = Extract<
  Awaited<ReturnType<Registered['load']>>,
  { readonly ok: true }
>['live']['index'];

/** The datasets of which snapshots can be asked. */
export type LoadableId = keyof DatasetIndexes;

/** The datasets that callers are answered from. */
export type CallerDatasetId = Exclude<DatasetId, 'sanctions'>;

/** Every dataset, in the registry's order. */
export const DATASETS: readonly Dataset[] = Object.values(REGISTERED);

/** What is fixed about every dataset, in the same order. */
export const DESCRIPTORS: readonly DatasetDescriptor[] = DATASETS.map(({ descriptor }) => descriptor);

/** Whether a text names a dataset. */
export function isDatasetId(text: string): text is DatasetId {
  return DESCRIPTORS.some(({ id }) => id === text);
}

/** What is fixed about the dataset with this id. */
export function descriptorOf(id: DatasetId): DatasetDescriptor {
  return registeredDataset(id).descriptor;
}

/** The registered datasets that callers are answered from, in order. */
export function callerDatasets(): readonly CallerDatasetId[] {
  return DESCRIPTORS.filter(({ audience }) => audience === 'callers').map(({ id }) => id as CallerDatasetId);
}

/** The dataset with this id. */
export function registeredDataset(id: DatasetId): Dataset {
  const { [id]: dataset }: Readonly<Partial<Record<DatasetId, Dataset>>> = REGISTERED;
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
