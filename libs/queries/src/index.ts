export { QUERIES } from './queries';
export type { AnyQuery, LongWork, MetaDeps, PinnedSnapshot, Query, QueryDataset, QueryDeps } from './query/query';
export { validate } from './validate';
