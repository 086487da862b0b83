import { assess } from '../assess/assess';
import type { VersionQuery } from '../evaluate/evaluate';
import { evaluate } from '../evaluate/evaluate';
import { groupByAlias } from '../advisory/groups';
import { misfit } from '../order/advisable';
import { orderOf } from '../order/order-of';
import { askedKey } from '../order/version-order';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { packageOf } from '../package/whole-package';
import { ratingOf } from '../advisory/rating';

/** Exploited, severe and all: in this order what stands against a version is compared. */
type Burden = readonly [exploited: number, severe: number, all: number];

/**
 * What is wrong with the best version of an answer, each version judged by itself again: not exactly what is said to remain
 * stands against it, or another one is better, or lower and as good. Undefined where nothing is.
 */
export function bestVersionFault(
  query: VersionQuery,
  advisories: readonly PackageAdvisory[],
  isExploited: (ids: readonly string[]) => boolean = () => false,
): string | undefined {
  const { findings, minimumSafe, best } = assess(query, advisories, { isExploited: ({ ids }) => isExploited(ids) });
  if (minimumSafe !== null || findings.length === 0 || findings.some(({ kind }) => kind === 'malware')) {
    return best === null ? undefined : `${best.version} is called the best where none is to be`;
  }
  const exploitedNow = new Set(findings.filter(({ ids }) => isExploited(ids)).flatMap(({ ids }) => ids));
  const standing = advisories.flatMap(({ advisory, specs }) =>
    advisory.withdrawn === null ? [{ ...advisory, specs }] : [],
  );
  const groups = groupByAlias(standing);
  const burdenOf = (version: string): Burden | 'malware' => {
    const affects = ({ specs }: Pick<PackageAdvisory, 'specs'>) => evaluate(specs, { ...query, version }) !== null;
    if (standing.some((record) => record.kind === 'malware' && affects(record))) return 'malware';
    const held = groups.filter(({ members }) => members.some(affects));
    const severe = held.filter(({ members }) =>
      ['high', 'critical'].includes(ratingOf(members.map(({ rating }) => rating)).severity ?? ''),
    );
    const exploited = held.filter(({ members }) => members.some(({ id }) => exploitedNow.has(id)));
    return [exploited.length, severe.length, held.length];
  };
  const now = burdenOf(query.version) as Burden;
  const misfitOf = misfit(query.ecosystem, query.version);
  const bestAmong = (versions: readonly string[]): string | undefined => {
    let expected: string | undefined;
    let least = now;
    for (const version of versions) {
      const burden = burdenOf(version);
      if (burden === 'malware' || !isLess(burden, least)) continue;
      least = burden;
      expected = version;
    }
    return expected;
  };
  const { judge } = packageOf(advisories, query.ecosystem);
  const from = (judge.positionOf(askedKey(orderOf(query.ecosystem), query.version)) + 1) >> 1;
  const newer = judge
    .namedFor(query)
    .slice(from)
    .filter((version) => version !== undefined);
  const expected = [0, 1, 2]
    .map((most) => bestAmong(newer.filter((version) => misfitOf(version) <= most)))
    .find((version) => version !== undefined);
  if (expected !== best?.version) return `${best?.version ?? 'none'} is called the best, it is ${expected ?? 'none'}`;
  if (best === null) return undefined;

  const then = assess({ ...query, version: best.version }, advisories).findings;
  const [kept, stood] = [then, findings].map((all) => new Set(all.flatMap(({ ids }) => ids)));
  const remains = then.map(({ id }) => id);
  const clears = findings.filter(({ ids }) => !ids.some((id) => kept!.has(id))).map(({ id }) => id);
  const adds = then.filter(({ ids }) => !ids.some((id) => stood!.has(id))).map(({ id }) => id);
  const again = JSON.stringify({ version: best.version, clears, remains, adds });
  return again === JSON.stringify(best) ? undefined : `${JSON.stringify(best)} is ${again}`;
}

function isLess(a: Burden, b: Burden): boolean {
  const at = a.findIndex((count, place) => count !== b[place]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}
