import type { Format } from '../entries/format';
import { dockerfile } from './dockerfile';

/** In the order in which they are asked. */
export const DEPLOYMENT_FORMATS: readonly Format[] = [dockerfile];
