export type { CycleStatus, EolCycle } from './eol-cycle';
export { daysBetween, isCalendarDate, toCalendarDate, type CalendarDate } from '@stackcheck/contract';
export type { Cycle, LatestVersion, Product } from './product';
export { daysUntilEol, statusOn, toEolCycle } from './status';
export { ProductIndex } from './product-index';
export { indexProduct, type IndexedProduct, type PlainCycle } from './indexed-product';
export { matchVersion } from './version-match';
export { matchImageVersion, type FloatingPreference, type ImageVersionMatch } from './image-version-match';
export { newerCycles } from './upgrade-order';
export { compareVersions, leadingNumbers, plainNumbers } from './version-order';
export { suggestProducts, SUGGESTIONS_MAX } from './suggest';
export { suggestCycles } from './suggest-cycles';
export {
  checkItems,
  matchItem,
  type CheckItem,
  type CheckReport,
  type CheckResult,
  type MatchedItem,
} from './check-batch';
export { parseItemsQuery, type ItemsQuery } from './items-query';
export { imageNameOfPurl } from './image-purl';
export { collectImageRows, imageTableRows, inTableOrder } from './image-table';
export type { ImageTableRow } from '@stackcheck/image-parser';
export { ImageCatalogue } from './image-status';
export type { ComponentReason, ImageComponent, ImageOutcome, ImageReport, ImageStatus } from './image-report';
