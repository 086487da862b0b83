export { sanctionsDataset } from './dataset';
export type { SanctionsIndex } from './lookup';
export type { SanctionedAddress, SanctionsSnapshot } from './records';
