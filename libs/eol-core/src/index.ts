export { checkItems, type CheckReport } from './check-batch';
export type { CheckItem } from './check-item';
export type { CycleStatus, EolCycle } from './eol-cycle';
export type { Cycle, Product } from './product';
export { ProductIndex } from './product-index';
export { statusOn, toEolCycle } from './status';
export { matchVersion } from './version-match';
