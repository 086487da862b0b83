import { registeredDataset, type CallerDatasetId } from './registry';

/** Whether publishing a dataset brings deltas. Those of the package advisories are made by their own walk. */
export function hasDeltas(id: CallerDatasetId): boolean {
  return id === 'osv' || registeredDataset(id).records !== undefined;
}
