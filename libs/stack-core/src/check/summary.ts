import type { EolCycle } from '@stackcheck/eol-core';
import type { Policy } from '../policy';
import type { ImageResult, PackageFinding, StackParts } from './parts';
import { isEndingSoon } from './upgrade';

/** Counts of what has an end of life, in wire names. */
export interface CycleCounts {
  readonly count: number;
  readonly matched: number;
  readonly eol: number;
  readonly security_only: number;
  /** Neither ended nor beyond the days of the policy; these are also `matched`. */
  readonly ending_soon: number;
  readonly unknown_count: number;
}

/** Counts of a stack, in wire names; lists that were not sent count nothing. */
export interface StackSummary {
  /** Items and images together; an image counts once, by the worst of its parts. */
  readonly items: CycleCounts;
  readonly items_only: CycleCounts;
  readonly images_only: CycleCounts;
  readonly cves: {
    readonly count: number;
    readonly listed: number;
    /** Those that a selection of the catalogue does not hold. */
    readonly unknown_count: number;
    readonly overdue: number;
    readonly ransomware: number;
  };
  readonly packages: {
    readonly count: number;
    /** Packages that something stands against, malware included. */
    readonly vulnerable: number;
    readonly malware: number;
    /** Packages that advisories name and none stands against in their version. */
    readonly clean: number;
    /** Packages that no advisory names. */
    readonly unlisted: number;
    readonly unresolved: number;
    /** Ended release cycles that packages are of, each once, without those that items are of. */
    readonly eol: number;
    /** Items whose packages something stands against, without those that were sent as packages, too. */
    readonly vulnerable_items: number;
    /** From here on vulnerabilities are counted, those of all packages and items, each package version once, without malware. */
    readonly critical: number;
    readonly high: number;
    readonly medium: number;
    readonly low: number;
    readonly unscored: number;
    /** Those that are known to be exploited; null when the whole catalogue was not at hand. */
    readonly in_kev: number | null;
  };
}

/** Counts the answers about a stack. */
export function summarise(parts: StackParts, policy: Policy): StackSummary {
  const items = (parts.items?.results ?? []).map((result) => (result.found ? [result.match] : []));
  const images = (parts.images?.results ?? []).map(cyclesOf);
  return {
    items: countCycles([...items, ...images], policy),
    items_only: countCycles(items, policy),
    images_only: countCycles(images, policy),
    cves: countCves(parts),
    packages: countPackages(parts),
  };
}

/** @param counted for each entry the cycles that it is of, none where nothing of it is known */
function countCycles(counted: readonly (readonly EolCycle[])[], policy: Policy): CycleCounts {
  const matched = counted.filter((cycles) => cycles.length > 0);
  const eol = matched.filter((cycles) => cycles.some(({ status }) => status === 'eol'));
  const rest = matched.filter((cycles) => !eol.includes(cycles));
  return {
    count: counted.length,
    matched: matched.length,
    eol: eol.length,
    security_only: rest.filter((cycles) => cycles.some(({ status }) => status === 'security-only')).length,
    ending_soon: rest.filter((cycles) => cycles.some((cycle) => isEndingSoon(cycle, policy))).length,
    unknown_count: counted.length - matched.length,
  };
}

function cyclesOf(result: ImageResult): readonly EolCycle[] {
  return result.found ? result.components.flatMap(({ match }) => match ?? []) : [];
}

function countCves({ cves }: StackParts): StackSummary['cves'] {
  if (cves === null) return { count: 0, listed: 0, unknown_count: 0, overdue: 0, ransomware: 0 };
  const { count, listed, unknown_count, overdue, ransomware } = cves;
  return { count, listed, unknown_count, overdue, ransomware };
}

function endedCycles({ items, packages }: StackParts): number {
  const ofItems = (items?.results ?? []).flatMap((item) => (item.found ? `${item.resolved}@${item.match.cycle}` : []));
  const ended = (packages?.results ?? []).flatMap(({ lifecycle }) =>
    lifecycle?.status === 'eol' ? `${lifecycle.product}@${lifecycle.cycle}` : [],
  );
  return new Set(ended.filter((cycle) => !ofItems.includes(cycle))).size;
}

/** Every package version once, whether it was sent as a package, as an item, or twice. */
function eachOnce({ items, packages }: StackParts): readonly CheckedPackage[] {
  const ofItems = (items?.results ?? []).flatMap((item) => item.packages ?? []);
  const byPurl = new Map<string, CheckedPackage>();
  for (const result of packages?.results ?? []) if (result.checked) byPurl.set(result.resolved, result);
  for (const result of ofItems) if (result.checked) byPurl.set(result.resolved, result);
  return [...byPurl.values()];
}

function vulnerableItems({ items, packages }: StackParts): number {
  if ((items?.results ?? []).length === 0) return 0;
  const sent = new Set((packages?.results ?? []).flatMap((result) => (result.checked ? result.resolved : [])));
  const isCounted = (found: PackageFinding) => found.checked && found.vulnerable && !sent.has(found.resolved);
  return (items?.results ?? []).filter((item) => item.packages?.some(isCounted)).length;
}

type CheckedPackage = Extract<PackageFinding, { readonly checked: true }>;

function countPackages(parts: StackParts): StackSummary['packages'] {
  const { packages, kevKnown } = parts;
  const found = eachOnce(parts).flatMap(({ vulnerabilities }) => vulnerabilities);
  const flaws = found.filter(({ kind }) => kind === 'vulnerability');
  const rated = (severity: string | null) => flaws.filter((flaw) => flaw.severity === severity).length;
  return {
    count: packages?.count ?? 0,
    vulnerable: packages?.vulnerable ?? 0,
    malware: packages?.malware ?? 0,
    clean: packages?.clean ?? 0,
    unlisted: packages?.unlisted ?? 0,
    unresolved: packages?.unresolved_count ?? 0,
    eol: endedCycles(parts),
    vulnerable_items: vulnerableItems(parts),
    critical: rated('critical'),
    high: rated('high'),
    medium: rated('medium'),
    low: rated('low'),
    unscored: rated(null),
    in_kev:
      kevKnown || (packages === null && found.length === 0) ? found.filter(({ kev }) => kev !== null).length : null,
  };
}
