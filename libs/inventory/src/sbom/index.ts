import type { Format } from '../entries/format';

/** In the order in which they are asked. */
export const SBOM_FORMATS: readonly Format[] = [];
