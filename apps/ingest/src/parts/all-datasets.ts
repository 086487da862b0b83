import { DESCRIPTORS, type DatasetId } from '@stackcheck/datasets';

/** All datasets, in the registry's order. */
export const ALL_DATASETS: readonly DatasetId[] = DESCRIPTORS.map(({ id }) => id);
