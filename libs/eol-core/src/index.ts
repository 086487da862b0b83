export { checkItems, type CheckReport } from './check/check-batch';
export type { CheckItem } from './matching/check-item';
export type { CycleStatus, EolCycle } from './status/eol-cycle';
export type { Cycle, Product } from './products/product';
export { ProductIndex } from './products/product-index';
export { statusOn, toEolCycle } from './status/status';
export { matchVersion } from './matching/version-match';
