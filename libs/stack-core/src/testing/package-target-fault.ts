import { readPackage, type AdvisorySource, type PackageQuery } from '@stackcheck/osv-core';
import { compareVersions, evaluate, groupByAlias, orderOf, type PackageAdvisory } from '@stackcheck/osv-core/judging';
import type { PackageResult } from '../check/parts';

/**
 * What is wrong with the version that an answer says to move a package to, by brute force: every version that any of its advisories
 * names is held against every one of them. Undefined where nothing is. Only the evaluation of one advisory for one version, the order of
 * versions and the grouping of aliases are shared with what is checked.
 */
export function packageTargetFault(result: PackageResult, source: AdvisorySource): string | undefined {
  const query = readPackage(result.purl);
  if (!result.checked || !query.ok || !result.known_package || !result.complete) return undefined;
  const expected = targetOf(result, query, source.advisoriesOf(query.ecosystem, query.names));
  const [safe, best] = [result.minimum_safe, result.best?.version ?? null];
  const said = `${result.purl}: safe is ${safe}, best is ${best}`;
  if (!isSame(query, safe, expected.safe)) return `${said}; safe should be ${expected.safe}`;
  return isSame(query, best, expected.best) ? undefined : `${said}; best should be ${expected.best}`;
}

interface Target {
  readonly safe: string | null;
  readonly best: string | null;
}

function targetOf(
  { vulnerabilities }: Extract<PackageResult, { readonly checked: true }>,
  query: PackageQuery,
  advisories: readonly PackageAdvisory[],
): Target {
  const standing = advisories
    .filter(({ advisory }) => advisory.withdrawn === null)
    .map(({ advisory, specs }) => ({ ...advisory, specs }));
  const affects = (version: string) => (record: (typeof standing)[number]) =>
    evaluate(record.specs, { ...query, version }) !== null;
  const isMalware = (version: string) =>
    standing.some((record) => record.kind === 'malware' && affects(version)(record));
  if (isMalware(query.version)) return { safe: null, best: null };
  const versions = newerNamed(query, advisories);
  const safe = [query.version, ...versions].find((version) => !standing.some(affects(version))) ?? null;
  if (safe !== null) return { safe, best: null };

  const exploited = new Set(vulnerabilities.flatMap(({ ids, kev }) => (kev === null ? [] : ids)));
  const groups = groupByAlias(standing);
  const countsAt = (version: string): readonly number[] => {
    const held = groups.filter(({ members }) => members.some(affects(version)));
    return [
      held.filter(({ members }) => members.some(({ id }) => exploited.has(id))).length,
      held.filter(({ members }) => isSevere(members.map(({ rating }) => rating))).length,
      held.length,
    ];
  };
  let best: string | null = null;
  let least = countsAt(query.version);
  for (const version of versions) {
    const counts = countsAt(version);
    const at = counts.findIndex((count, place) => count !== least[place]);
    if (at < 0 || counts[at]! > least[at]! || isMalware(version)) continue;
    least = counts;
    best = version;
  }
  return { safe: null, best };
}

/** By the member of the preferred database that has a score, else by the first that is rated. */
function isSevere(ratings: readonly PackageAdvisory['advisory']['rating'][]): boolean {
  const rated = ratings.find(({ score }) => score !== null) ?? ratings.find(({ severity }) => severity !== null);
  return rated?.severity === 'high' || rated?.severity === 'critical';
}

/** Every newer version that any of the advisories names and that somebody could move to, lowest first. */
function newerNamed(
  { ecosystem, version, release }: PackageQuery,
  advisories: readonly PackageAdvisory[],
): readonly string[] {
  const order = orderOf(ecosystem);
  if (order.unordered) return [];
  const named = advisories.flatMap(({ specs }) =>
    specs
      .filter(({ suffix }) => suffix === null || release === null || evaluateSuffix(suffix, release))
      .flatMap(({ ranges, versions }) => [
        ...ranges.flatMap(({ events }) => events.flatMap((event) => (isRelease(event) ? event.version : []))),
        ...versions,
      ]),
  );
  return [...new Set(named)]
    .filter((one) => order.accepts(one) && compareVersions(order, one, version) > 0)
    .sort((a, b) => compareVersions(order, a, b));
}

/** Bounds that no release bears: all versions, and the lowest pre-release that could be. */
function isRelease({ kind, version }: { readonly kind: string; readonly version: string }): boolean {
  return version !== '0' && (kind === 'f' || !version.endsWith('-0'));
}

/** Random packages have no releases of distributions but the one that is asked about. */
function evaluateSuffix(suffix: string, release: readonly string[]): boolean {
  return suffix === release.join('.');
}

function isSame({ ecosystem }: PackageQuery, a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : compareVersions(orderOf(ecosystem), a, b) === 0;
}
