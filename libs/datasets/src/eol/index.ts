export { eolDataset } from './dataset';
export { type EolIndex, indexEol } from './lookup';
export { toProducts } from './products';
export type { EolCycleRecord, EolProductRecord, EolSnapshot } from './records';
export { eolStarter } from './starter';
