export { epssDataset } from './dataset';
export type { EpssSnapshot } from './records';
export { epssStarter } from './starter';
