import type { StackRef } from '../stack';

/** Which package is spoken of. */
export interface PackagePlace {
  readonly ref: StackRef;
  /** Its name and version, with which each sentence begins. */
  readonly component: string;
}

/** What to do where a finding depends on the release of a distribution. */
export const NAME_DISTRO = 'it depends on the release of the distribution: name it in the distro qualifier of the purl';
