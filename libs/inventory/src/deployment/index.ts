import type { Format } from '../entries/format';

/** In the order in which they are asked. */
export const DEPLOYMENT_FORMATS: readonly Format[] = [];
