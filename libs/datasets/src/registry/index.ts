export {
  type CallerDatasetId,
  callerDatasets,
  type DatasetIndexes,
  descriptorOf,
  hasDeltas,
  isDatasetId,
  isIndexed,
  type LoadableId,
  registeredDataset,
} from './registry';
