export { checkItems, type CheckItem, type CheckReport } from './check-batch';
export type { CycleStatus, EolCycle } from './eol-cycle';
export type { ImageReport } from './image-report';
export { ImageCatalogue } from './image-status';
export type { Cycle, Product } from './product';
export { ProductIndex } from './product-index';
export { statusOn, toEolCycle } from './status';
export { matchVersion } from './version-match';
