import { withFewerShown, type Stack, type StackCheck } from '@stackcheck/stack-core';
import { askedAdvisories, joinAdvisories } from '../kev/advisory-knowledge';
import type { QueryDeps } from '../query/query';
import { snapshotsFor } from './stack-parts';

/** A check as it is answered: what advisories know of the CVEs that are not listed, and of each package only the worst. */
export function shownCheck(check: StackCheck, stack: Stack, deps: QueryDeps): StackCheck {
  const shown = withFewerShown(check);
  if (shown.cves === null) return shown;
  const { osv } = snapshotsFor(stack, deps);
  return { ...shown, cves: { ...joinAdvisories(shown.cves, osv?.index), ...askedAdvisories(osv) } };
}
