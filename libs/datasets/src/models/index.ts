export { modelsDataset } from './dataset';
export { indexModels, type ModelsIndex } from './lookup';
export type { ModelRecord, ModelsSnapshot, ProviderRecord } from './records';
export { modelsStarter } from './starter';
