import type { PackageQuery } from '../purl/read-package';
import { appliesTo } from '../evaluate/evaluate';
import { orderOf } from '../order/order-of';
import type { PackageAdvisory } from '../evaluate/package-advisory';

/**
 * Why it says nothing that no advisory names a package, though all advisories of its ecosystem are at hand, and what to ask instead, as a
 * sentence; undefined where such a package is unlisted. Advisories of distributions name source packages, and those of repositories the
 * few that they list.
 */
export function doubtOfName({ ecosystem, name, mayBeBinary }: PackageQuery): string | undefined {
  if (ecosystem === 'GIT') {
    return `Advisories are filed by packages, and only few name a repository such as ${name}: ask about the package that is made of it.`;
  }
  if (orderOf(ecosystem).unordered === true) {
    return `A generic package is of no registry, and no project of OSS-Fuzz is called ${name}: ask about it as a package of its registry or distribution.`;
  }
  if (mayBeBinary !== true) return undefined;
  return `Advisories of ${ecosystem} name source packages, and ${name} may be a binary one: name its source package in the qualifier upstream.`;
}

/**
 * Why it says nothing that no advisory of a package affects a version: the version is a tag, of which advisories list only those that they
 * affect, or it is of a release that none of them is about. Undefined where the version is not affected.
 */
export function doubtOfVersion(
  { ecosystem, name, version, release }: PackageQuery,
  advisories: readonly PackageAdvisory[],
): string | undefined {
  if (orderOf(ecosystem).unordered === true) {
    return `No advisory lists the tag ${version} of ${name}, which does not say that it is safe: advisories of repositories speak of commits.`;
  }
  if (release === null) return undefined;
  const isNamed = advisories.some(({ specs }) =>
    specs.some((spec) => appliesTo(spec, { ecosystem, release }) === 'yes'),
  );
  if (isNamed) return undefined;
  return `No advisory speaks of ${name} in release ${release.join('.')} of ${ecosystem}: make sure that the qualifier distro names the release that it is of.`;
}
