import { evaluate, type PreparedSpec, type Verdict, type VersionQuery } from './evaluate';
import { groupByAlias, type AliasGroup, type Aliased } from './groups';
import { minimumSafe } from './minimum-safe';
import { compareText } from './order/digits';
import { orderOf } from './order/order-of';
import { compareVersions } from './order/version-order';
import { ratingOf } from './rating';
import { SEVERITIES, type Advisory, type AdvisoryKind, type Rating } from './types';

/** An advisory and what it says about the package asked about. */
export interface PackageAdvisory {
  readonly advisory: Advisory;
  readonly specs: readonly PreparedSpec[];
}

/** One vulnerability, or one finding of malware, with everything that its records say together. */
export interface Finding extends Rating {
  /** The preferred id of the group. */
  readonly id: string;
  readonly ids: readonly string[];
  readonly kind: AdvisoryKind;
  readonly summary: string | null;
  /** The lowest version that is fixed by every record that names a fix; null where none does, and for malware. */
  readonly fixed: string | null;
  readonly fixedVersions: readonly string[];
  readonly published: string | null;
  readonly modified: string;
  /** Not null where every record of the group was withdrawn; only when asked for. */
  readonly withdrawn: string | null;
  /** The database of the record that the texts are from. */
  readonly source: string;
  readonly url: string;
  readonly distroUnknown: boolean;
}

/** What the advisories say about one package version. */
export interface Assessment {
  /** Malware first, then by score and level from the worst, then by id. */
  readonly findings: readonly Finding[];
  /** The lowest version from this one on that nothing affects; null where there is none, and for malware. */
  readonly minimumSafe: string | null;
}

/** Judges one version against all advisories that name its package. Withdrawn ones are shown only if asked for. */
export function assess(
  query: VersionQuery,
  advisories: readonly PackageAdvisory[],
  { includeWithdrawn = false }: { readonly includeWithdrawn?: boolean } = {},
): Assessment {
  const key = orderOf(query.ecosystem).parse(query.version);
  const matches: Match[] = [];
  const standing: (readonly PreparedSpec[])[] = [];
  const verdicts: (Verdict | null)[] = [];
  for (const { advisory, specs } of advisories) {
    const stands = advisory.withdrawn === null;
    if (!stands && !includeWithdrawn) continue;
    const verdict = evaluate(specs, query, key);
    if (verdict !== null) matches.push({ id: advisory.id, aliases: advisory.aliases, advisory, verdict });
    if (!stands) continue;
    standing.push(specs);
    verdicts.push(verdict);
  }
  const findings = groupByAlias(matches)
    .map((group) => toFinding(group, query))
    .sort(worstFirst);
  const malicious = findings.some(({ kind, withdrawn }) => kind === 'malware' && withdrawn === null);
  return { findings, minimumSafe: malicious ? null : minimumSafe(standing, query, verdicts) };
}

interface Match extends Aliased {
  readonly advisory: Advisory;
  readonly verdict: Verdict;
}

function toFinding({ id, ids, members }: AliasGroup<Match>, query: VersionQuery): Finding {
  const order = orderOf(query.ecosystem);
  const standing = members.filter(({ advisory }) => advisory.withdrawn === null);
  const counted = standing.length === 0 ? members : standing;
  const advisories = counted.map(({ advisory }) => advisory);
  const [shown] = advisories as [Advisory];
  const malware = advisories.find(({ kind }) => kind === 'malware');
  const fixes = counted.flatMap(({ verdict }) => verdict.fixed ?? []);
  const byVersion = (a: string, b: string) => compareVersions(order, a, b);
  return {
    id,
    ids,
    kind: malware === undefined ? 'vulnerability' : 'malware',
    ...(malware?.rating ?? ratingOf(advisories.map(({ rating }) => rating))),
    summary: advisories.find(({ summary }) => summary !== null)?.summary ?? null,
    fixed: malware === undefined ? (fixes.sort(byVersion).at(-1) ?? null) : null,
    fixedVersions:
      malware === undefined
        ? [...new Set(counted.flatMap(({ verdict }) => verdict.fixedVersions))].sort(byVersion)
        : [],
    published: advisories.flatMap(({ published }) => published ?? []).sort(byInstant)[0] ?? null,
    modified: advisories
      .map(({ modified }) => modified)
      .sort(byInstant)
      .at(-1) as string,
    withdrawn: standing.length === 0 ? shown.withdrawn : null,
    source: shown.source,
    url: shown.url,
    distroUnknown: counted.every(({ verdict }) => verdict.distroUnknown),
  };
}

const byInstant = (a: string, b: string) => Date.parse(a) - Date.parse(b) || compareText(a, b);

function worstFirst(a: Finding, b: Finding): number {
  if (a.kind !== b.kind) return a.kind === 'malware' ? -1 : 1;
  return badness(b) - badness(a) || (b.score ?? 0) - (a.score ?? 0) || compareText(a.id, b.id);
}

/** Unrated findings come last; a level without a score stands among the scores of its band. */
const badness = ({ severity }: Rating) => (severity === null ? -1 : SEVERITIES.indexOf(severity));
