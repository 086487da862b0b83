import type { Format } from '../entries/format';

/** In the order in which they are asked. */
export const PYTHON_FORMATS: readonly Format[] = [];
