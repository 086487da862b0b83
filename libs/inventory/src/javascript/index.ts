import type { Format } from '../entries/format';
import { BUN_LOCKB } from './bun-lockb';
import { bunLockfile } from './bun-lockfile';
import { npmLockfile } from './npm-lockfile';
import { pnpmLockfile } from './pnpm-lockfile';
import { yarnLockfile } from './yarn-lockfile';

/** In the order in which they are asked. */
export const JAVASCRIPT_FORMATS: readonly Format[] = [npmLockfile, pnpmLockfile, yarnLockfile, bunLockfile, BUN_LOCKB];
