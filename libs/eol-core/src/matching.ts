export {
  matchItem,
  suggestionsFor,
  type CheckOptions,
  type CheckResult,
  type MatchedItem,
  type PurlOwners,
} from './check-batch';
export { matchImageVersion, type FloatingPreference, type ImageVersionMatch } from './image-version-match';
export { indexProduct, type IndexedProduct, type PlainCycle } from './indexed-product';
export { parseItemsQuery, type ItemsQuery } from './items-query';
export type { LatestVersion } from './product';
export { daysUntilEol } from './status';
export { newerCycles } from './upgrade-order';
export { compareVersions, leadingNumbers, plainNumbers } from './version-order';
