import type { Format } from '../entries/format';
import { npmLockfile } from './npm-lockfile';

/** In the order in which they are asked. */
export const JAVASCRIPT_FORMATS: readonly Format[] = [npmLockfile];
