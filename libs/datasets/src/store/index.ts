export type {
  AdvisoryBuilder,
  AdvisoryFiles,
  AdvisoryHit,
  AdvisoryReader,
  AliasedRating,
  IndexFacts,
  PackagePlace,
} from './advisory-files';
export {
  type DatasetState,
  type DeltaEnds,
  type Lease,
  LeaseLostError,
  type PublishedWith,
  StoreError,
} from './snapshot-store';
