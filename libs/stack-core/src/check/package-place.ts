import type { StackRef } from '../stack';

/** Which package is spoken of. */
export interface PackagePlace {
  readonly ref: StackRef;
  /** Its name and version, with which each sentence begins. */
  readonly component: string;
  /** Which package it is, in whatever version (`FoundReason.subject`). */
  readonly subject: string;
}

/** What a reason against a package says of it: a fact, and after it what to do. */
export function said({ ref, component, subject }: PackagePlace, fact: string, advice = '') {
  return { ref, subject, fact, text: `${component}: ${fact}${advice}` };
}

/** What to do where a finding depends on the release of a distribution. */
export const NAME_DISTRO = 'it depends on the release of the distribution: name it in the distro qualifier of the purl';
