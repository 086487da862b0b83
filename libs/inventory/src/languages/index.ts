import type { Format } from '../entries/format';

/** In the order in which they are asked. */
export const LANGUAGES_FORMATS: readonly Format[] = [];
