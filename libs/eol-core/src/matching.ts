export {
  matchItem,
  suggestionsFor,
  type CheckOptions,
  type CheckResult,
  type MatchedItem,
  type PurlOwners,
} from './check/check-batch';
export { matchImageVersion, type FloatingPreference, type ImageVersionMatch } from './matching/image-version-match';
export { indexProduct, type IndexedProduct, type PlainCycle } from './products/indexed-product';
export { parseItemsQuery, type ItemsQuery } from './check/items-query';
export type { LatestVersion } from './products/product';
export { daysUntilEol } from './status/status';
export { newerCycles } from './upgrades/upgrade-order';
export { compareVersions, leadingNumbers, plainNumbers } from './versions/version-order';
