export type { CycleStatus, EolCycle } from './eol-cycle';
export type { CalendarDate, Cycle, LatestVersion, Product } from './product';
export { daysBetween, isCalendarDate, toCalendarDate } from './calendar-date';
export { daysUntilEol, statusOn, toEolCycle } from './status';
export { ProductIndex } from './product-index';
export { indexProduct, type IndexedProduct, type PlainCycle } from './indexed-product';
export { matchVersion } from './version-match';
export { matchImageVersion, type FloatingPreference, type ImageVersionMatch } from './image-version-match';
export { compareVersions, leadingNumbers, plainNumbers } from './version-order';
