import { compareSemver, readSemver, type SemverKey } from './semver';
import type { VersionOrder } from './version-order';

/** NuGet: up to four numbers, a SemVer 2 pre-release without regard to case, build metadata ignored. */
export const nuget: VersionOrder<SemverKey> = {
  name: 'NuGet',
  parse: (text) => readSemver(text.toLowerCase()),
  compare: compareSemver,
  accepts: (text) => /^v?\d+(?:\.\d+)*(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/i.test(text),
};
