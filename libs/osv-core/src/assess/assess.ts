import { bestVersion, type BestVersion } from './best-version';
import { evaluateHeld, type HeldVerdict, type VersionQuery } from '../evaluate/evaluate';
import type { FoundBefore } from './found-before';
import { toFinding, worstFirst, type Finding, type MatchedRecord } from '../evaluate/finding';
import { groupByAlias } from '../advisory/groups';
import { minimumSafe } from './minimum-safe';
import { orderOf } from '../order/order-of';
import { askedKey } from '../order/version-order';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { MANY, packageOf } from '../package/whole-package';

/** What the advisories say about one package version. */
export interface Assessment {
  /** Malware first, then by score and level from the worst, then by id. */
  readonly findings: readonly Finding[];
  /** The lowest version from this one on that nothing affects; null where no version is known to be, and for malware. */
  readonly minimumSafe: string | null;
  /** Where no version is safe, the one to move to all the same; null where no move clears anything, and for malware. */
  readonly best: BestVersion | null;
}

/** How a version is judged. */
export interface AssessOptions {
  /** Shows withdrawn advisories, too; they never count. */
  readonly includeWithdrawn?: boolean | undefined;
  /** Whether the record of this id, which is not among the advisories, is known to be withdrawn. */
  readonly isWithdrawn?: ((id: string) => boolean) | undefined;
  /** Whether a vulnerability is known to be exploited; `best` clears such first. Absent: nothing is known. */
  readonly isExploited?: ((finding: Finding) => boolean) | undefined;
  /** What was found about other versions of the package by the same options; read, and added to. Not with `includeWithdrawn`. */
  readonly foundBefore?: FoundBefore | undefined;
}

/** Judges one version against all advisories that name its package. Withdrawn ones are shown only if asked for. */
export function assess(
  query: VersionQuery,
  advisories: readonly PackageAdvisory[],
  { includeWithdrawn = false, isWithdrawn = () => false, isExploited, foundBefore }: AssessOptions = {},
): Assessment {
  const known = foundBefore?.of(query);
  if (known?.findings.length === 0) return { findings: known.findings, minimumSafe: known.minimumSafe, best: null };
  const key = askedKey(orderOf(query.ecosystem), query.version);
  let gone: ReadonlySet<string> | undefined;
  const isGone = (id: string): boolean => (gone ??= withdrawnAmong(advisories)).has(id) || isWithdrawn(id);
  const judge = advisories.length < MANY ? judgeFew : judgeMany;
  const { findings, safe } = known
    ? { findings: known.findings, safe: () => known.minimumSafe }
    : judge(query, key, advisories, includeWithdrawn, isGone);
  const standing = includeWithdrawn ? findings.filter(({ withdrawn }) => withdrawn === null) : findings;
  if (standing.some(({ kind }) => kind === 'malware')) return { findings, minimumSafe: null, best: null };
  const safest = safe();
  if (safest !== null) foundBefore?.add(query, safest, { findings: [], minimumSafe: safest });
  if (safest !== null || standing.length === 0) return { findings, minimumSafe: safest, best: null };
  const findingsAt = (version: string): readonly Finding[] => {
    const parsed = askedKey(orderOf(query.ecosystem), version);
    const { findings: then } = judge({ ...query, version }, parsed, advisories, false, isGone);
    // What no newer version than the one asked about is free of, none that is newer than this one is.
    foundBefore?.add(query, version, { findings: then, minimumSafe: null });
    return then;
  };
  return {
    findings,
    minimumSafe: null,
    best: bestVersion(query, key, { advisories, standing, findingsAt, isExploited }),
  };
}

interface Judged {
  /** Worst first. */
  readonly findings: readonly Finding[];
  readonly safe: () => string | null;
}

function judgeFew(
  query: VersionQuery,
  key: unknown,
  advisories: readonly PackageAdvisory[],
  includeWithdrawn: boolean,
  isGone: (id: string) => boolean,
): Judged {
  const matches: MatchedRecord[] = [];
  const verdicts: (HeldVerdict | null)[] = [];
  for (const { advisory, specs, imports = null } of advisories) {
    const stands = advisory.withdrawn === null;
    const verdict = stands || includeWithdrawn ? evaluateHeld(specs, query, key) : null;
    if (verdict !== null) matches.push({ id: advisory.id, aliases: advisory.aliases, advisory, verdict, imports });
    verdicts.push(stands ? verdict : null);
  }
  const order = orderOf(query.ecosystem);
  return {
    findings: groupByAlias(matches)
      .map((group) => toFinding(group, order, isGone))
      .sort(worstFirst),
    safe: () => minimumSafe(advisories, query, verdicts, () => packageOf(advisories, query.ecosystem).judge),
  };
}

/** The same list of advisories is prepared once, however many versions it is asked about. */
function judgeMany(
  query: VersionQuery,
  key: unknown,
  advisories: readonly PackageAdvisory[],
  includeWithdrawn: boolean,
  isGone: (id: string) => boolean,
): Judged {
  const { many, judge } = packageOf(advisories, query.ecosystem);
  return {
    findings: [...many.findings(query, key, includeWithdrawn, isGone)].sort(worstFirst),
    safe: () => judge.minimumSafe(query, key),
  };
}

function withdrawnAmong(advisories: readonly PackageAdvisory[]): ReadonlySet<string> {
  return new Set(advisories.flatMap(({ advisory }) => (advisory.withdrawn === null ? [] : [advisory.id])));
}
