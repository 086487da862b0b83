import { evaluateHeld, type HeldVerdict, type VersionQuery } from './evaluate';
import { toFinding, worstFirst, type Finding, type MatchedRecord } from './finding';
import { groupByAlias } from './groups';
import { minimumSafe } from './minimum-safe';
import { orderOf } from './order/order-of';
import { ManyAdvisories } from './package/many-advisories';
import type { PackageAdvisory } from './package-advisory';

/** What the advisories say about one package version. */
export interface Assessment {
  /** Malware first, then by score and level from the worst, then by id. */
  readonly findings: readonly Finding[];
  /** The lowest version from this one on that nothing affects; null where no version is known to be, and for malware. */
  readonly minimumSafe: string | null;
}

/** How a version is judged. */
export interface AssessOptions {
  /** Shows withdrawn advisories, too; they never count. */
  readonly includeWithdrawn?: boolean | undefined;
  /** Whether the record of this id, which is not among the advisories, is known to be withdrawn. */
  readonly isWithdrawn?: ((id: string) => boolean) | undefined;
}

/** So many advisories are worth preparing for the package as a whole. */
export const MANY = 48;

/** Judges one version against all advisories that name its package. Withdrawn ones are shown only if asked for. */
export function assess(
  query: VersionQuery,
  advisories: readonly PackageAdvisory[],
  { includeWithdrawn = false, isWithdrawn = () => false }: AssessOptions = {},
): Assessment {
  const key = orderOf(query.ecosystem).parse(query.version);
  let gone: ReadonlySet<string> | undefined;
  const isGone = (id: string): boolean => (gone ??= withdrawnAmong(advisories)).has(id) || isWithdrawn(id);
  const judge = advisories.length < MANY ? judgeFew : judgeMany;
  const { found, safe } = judge(query, key, advisories, includeWithdrawn, isGone);
  const findings = [...found].sort(worstFirst);
  const malicious = findings.some(({ kind, withdrawn }) => kind === 'malware' && withdrawn === null);
  return { findings, minimumSafe: malicious ? null : safe() };
}

interface Judged {
  readonly found: readonly Finding[];
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
  for (const { advisory, specs } of advisories) {
    const stands = advisory.withdrawn === null;
    const verdict = stands || includeWithdrawn ? evaluateHeld(specs, query, key) : null;
    if (verdict !== null) matches.push({ id: advisory.id, aliases: advisory.aliases, advisory, verdict });
    verdicts.push(stands ? verdict : null);
  }
  const order = orderOf(query.ecosystem);
  return {
    found: groupByAlias(matches).map((group) => toFinding(group, order, isGone)),
    safe: () => minimumSafe(advisories, query, verdicts),
  };
}

const prepared = new WeakMap<readonly PackageAdvisory[], ManyAdvisories>();

/** The same list of advisories is prepared once, however many versions it is asked about. */
function judgeMany(
  query: VersionQuery,
  key: unknown,
  advisories: readonly PackageAdvisory[],
  includeWithdrawn: boolean,
  isGone: (id: string) => boolean,
): Judged {
  let many = prepared.get(advisories);
  if (many === undefined) prepared.set(advisories, (many = new ManyAdvisories(advisories, query.ecosystem)));
  const { judge } = many;
  return {
    found: many.findings(query, key, includeWithdrawn, isGone),
    safe: () => judge.minimumSafe(query, key),
  };
}

function withdrawnAmong(advisories: readonly PackageAdvisory[]): ReadonlySet<string> {
  return new Set(advisories.flatMap(({ advisory }) => (advisory.withdrawn === null ? [] : [advisory.id])));
}
