import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { shortened } from './component';
import type { ItemResult, KnownOfAll, NoPackagesReason } from './parts';
import { levelOfDoubt, type FoundReason } from './reason';
import { packageReasons } from './security-reasons';

/**
 * What is to be said against the packages that an item is published as, or that it is not known.
 * @param parts what of all vulnerabilities was at hand; everything, where none of them was looked up
 */
export function itemSecurityReasons(
  result: ItemResult,
  policy: Policy,
  parts: KnownOfAll = { kevKnown: true, scores: 'all' },
): readonly FoundReason[] {
  const { packages, packages_reason: reason } = result;
  const ref: StackRef = `items/${result.index}`;
  if (reason !== undefined) return [notLookedUp(result, reason, ref, policy)];
  // That nothing names a package which is known to be the product's is no doubt about its name; of several that were not
  // checked the first is enough.
  const unchecked = packages?.find(({ checked }) => !checked);
  const said = (packages ?? []).filter((found) => (found.checked ? found.known_package : found === unchecked));
  return said.flatMap((found) => packageReasons(found, policy, parts, ref));
}

function notLookedUp(result: ItemResult, reason: NoPackagesReason, ref: StackRef, policy: Policy): FoundReason {
  const { product, version, packages_example: example } = result;
  const component = shortened(`${result.found ? result.label : product} ${version}`);
  const isDoubt = reason !== 'names_a_cycle';
  const such = example ? `, such as ${example}` : '';
  return {
    level: isDoubt ? levelOfDoubt(policy, 'vulnerable', 'malware', 'kev', 'epss') : 'info',
    code: reason === 'no_data' ? 'unresolved_package' : 'unknown_release',
    ref,
    id: `${product}@${version}`,
    subject: result.found ? result.resolved : product,
    text: `${component}: ${WHY[reason]}${reason === 'no_data' || reason === 'not_published' ? '' : such}`,
  };
}

const WHY: Readonly<Record<NoPackagesReason, string>> = {
  names_a_cycle: 'its vulnerabilities were not looked up, since they differ within the cycle; name a release',
  no_release: 'its vulnerabilities are not known, since this names no release; name one',
  not_published:
    'its vulnerabilities are not known: none of its packages is known to have been published in this version',
  no_data: 'its vulnerabilities are not known: no advisories are available now',
};
