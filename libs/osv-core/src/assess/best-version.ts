import type { VersionQuery } from '../evaluate/evaluate';
import type { Finding } from '../evaluate/finding';
import { orderOf } from '../order/order-of';
import { askedKey } from '../order/version-order';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { packageOf } from '../package/whole-package';

/** The version to move to where none is free of everything, and what the move does. Each by the ids of findings, worst first. */
export interface BestVersion {
  readonly version: string;
  /** What stands against the version asked about and not against this one. */
  readonly clears: readonly string[];
  /** Everything that stands against this version. */
  readonly remains: readonly string[];
  /** What of it does not stand against the version asked about. */
  readonly adds: readonly string[];
}

/** What is known of the version asked about. */
interface Position {
  readonly advisories: readonly PackageAdvisory[];
  /** Everything that stands against it, worst first. */
  readonly standing: readonly Finding[];
  /** The same of another version. */
  readonly findingsAt: (version: string) => readonly Finding[];
  readonly isExploited: ((finding: Finding) => boolean) | undefined;
}

/** Where to move to when no version is safe (`BestMove.versionFor`), and what that clears. */
export function bestVersion(
  query: VersionQuery,
  key: unknown,
  { advisories, standing, findingsAt, isExploited }: Position,
): BestVersion | null {
  const { ecosystem } = query;
  if (orderOf(ecosystem).unordered) return null;
  const exploited = isExploited === undefined ? [] : standing.filter(isExploited);
  const { moves } = packageOf(advisories, ecosystem);
  const version = moves.versionFor(
    query,
    key,
    exploited.map(({ ids }) => ids),
  );
  if (version === null) return null;
  const then = findingsAt(version);
  return {
    version,
    clears: without(standing, then),
    remains: then.map(({ id }) => id),
    adds: without(then, standing),
  };
}

/** The ids of those that no other one shares an id with. */
function without(found: readonly Finding[], others: readonly Finding[]): readonly string[] {
  const known = new Set(others.flatMap(({ ids }) => ids));
  return found.filter(({ ids }) => !ids.some((id) => known.has(id))).map(({ id }) => id);
}

/** The versions newer than the one asked about that advisories of the package name and somebody could move to, lowest first. */
export function newerVersions(query: VersionQuery, advisories: readonly PackageAdvisory[]): readonly string[] {
  const order = orderOf(query.ecosystem);
  return order.unordered
    ? []
    : packageOf(advisories, query.ecosystem).judge.newerThan(query, askedKey(order, query.version));
}
