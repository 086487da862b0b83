import type { Format } from '../entries/format';
import { conda } from './conda';
import { pdmLock } from './pdm-lock';
import { pipfileLock } from './pipfile-lock';
import { poetryLock } from './poetry-lock';
import { pylock } from './pylock';
import { requirements } from './requirements';
import { uvLock } from './uv-lock';

/** In the order in which they are asked. */
export const PYTHON_FORMATS: readonly Format[] = [
  poetryLock,
  uvLock,
  pdmLock,
  pylock,
  pipfileLock,
  requirements,
  conda,
];
