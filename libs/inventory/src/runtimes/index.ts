import type { Format } from '../entries/format';
import { byHand } from '../syntax/by-hand';
import { composerJson } from './composer-json';
import { globalJson } from './global-json';
import { goWork } from './go-work';
import { mise } from './mise';
import { packageJson } from './package-json';
import { pyproject } from './pyproject';
import { rustToolchain } from './rust-toolchain';
import { sdkmanrc } from './sdkmanrc';
import { toolVersions } from './tool-versions';
import { VERSION_FILES } from './version-files';

/** In the order in which they are asked. */
export const RUNTIMES_FORMATS: readonly Format[] = [
  ...VERSION_FILES,
  toolVersions,
  mise,
  sdkmanrc,
  globalJson,
  goWork,
  rustToolchain,
  packageJson,
  pyproject,
  composerJson,
].map(byHand);
