export { kevDataset } from './dataset';
export { indexKev } from './lookup';
export type { KevRecord, KevSnapshot } from './records';
export { kevStarter } from './starter';
