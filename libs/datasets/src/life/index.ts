export type { PreparedContent } from '../sealing/seal';
export type { DatasetParts, DeltasDeps, FetchRequest } from './dataset';
