import type { Format } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { byHand } from '../syntax/by-hand';
import { composerJson } from './composer-json';
import { globalJson } from './global-json';
import { mise } from './mise';
import { packageJson } from './package-json';
import { pyproject } from './pyproject';
import { rustToolchain } from './rust-toolchain';
import { sdkmanrc } from './sdkmanrc';
import { toolVersions } from './tool-versions';
import { VERSION_FILES } from './version-files';
import { buildWrapper } from './wrappers';

/** In the order in which they are asked. */
export const RUNTIMES_FORMATS: readonly Format[] = [
  ...[...VERSION_FILES, toolVersions].map((format) => byHand(format, FILE_LIMITS.versionsLengthMax)),
  byHand(mise),
  byHand(sdkmanrc, FILE_LIMITS.versionsLengthMax),
  byHand(buildWrapper, FILE_LIMITS.versionsLengthMax),
  ...[globalJson, rustToolchain, packageJson, pyproject, composerJson].map((format) => byHand(format)),
];
