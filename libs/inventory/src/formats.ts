import { DEPLOYMENT_FORMATS } from './deployment';
import type { Format } from './entries/format';
import { JAVASCRIPT_FORMATS } from './javascript';
import { LANGUAGES_FORMATS } from './languages';
import { PYTHON_FORMATS } from './python';
import { RUNTIMES_FORMATS } from './runtimes';
import { SBOM_FORMATS } from './sbom';

/** Every kind of file that is read, in the order in which they are asked by name and then by text. */
export const FORMATS: readonly Format[] = [
  ...JAVASCRIPT_FORMATS,
  ...PYTHON_FORMATS,
  ...LANGUAGES_FORMATS,
  ...RUNTIMES_FORMATS,
  ...SBOM_FORMATS,
  ...DEPLOYMENT_FORMATS,
];
