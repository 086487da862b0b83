import { fingerprint } from './fingerprint';
import type { FullPackageState, GroupState, HeavyPackageState } from './watch-state';

/** Whether a group is kept even where its package is too heavy for all: malware, and what is known to be exploited. */
export function isKeptAlways({ malware, kev }: GroupState): boolean {
  return malware || (kev !== null && kev !== 'unknown');
}

/** The package with a count and a digest in the place of most of its groups. */
export function toHeavy({ groups }: FullPackageState): HeavyPackageState {
  const rest = groups.filter((group) => !isKeptAlways(group));
  return {
    kind: 'heavy',
    groups: groups.filter(isKeptAlways),
    restCount: rest.length,
    restDigest: fingerprint(rest.map(({ hash, severity, hasFix }) => `${hash} ${severity} ${hasFix}`).join('\n')),
  };
}
