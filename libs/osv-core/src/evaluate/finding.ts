import { preferredId, type AliasGroup, type Aliased } from '../advisory/groups';
import type { Verdict } from './evaluate';
import { joinImports } from '../advisory/import-paths';
import { compareText } from '../order/digits';
import { compareVersions, type VersionOrder } from '../order/version-order';
import { ratingOf } from '../advisory/rating';
import { type Advisory, type AdvisoryKind, type Rating, type Severity } from '../advisory/advisory';

/** One vulnerability, or one finding of malware, with everything that its records say together. */
export interface Finding extends Rating {
  /** The preferred id of the group, never that of a record known to be withdrawn while another one stands. */
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
  /** The import paths of the Go packages that it is about, sorted; null where they are not known, and outside Go. */
  readonly imports: readonly string[] | null;
}

/** A record that affects the version asked about. */
export interface MatchedRecord extends Aliased {
  readonly advisory: Advisory;
  readonly verdict: Verdict;
  readonly imports: readonly string[] | null;
}

/**
 * What the records of a group say together.
 * @param isWithdrawn whether the record of an id that is only named as an alias is known to be withdrawn
 */
export function toFinding(
  group: AliasGroup<MatchedRecord>,
  order: VersionOrder,
  isWithdrawn: (id: string) => boolean,
): Finding {
  const [only] = group.members as [MatchedRecord];
  const finding = group.members.length === 1 ? ofOne(group, only) : ofMany(group, order);
  if (finding.withdrawn !== null) return finding;
  if (finding.id === only.id && only.advisory.withdrawn === null) return finding;
  return { ...finding, id: liveId(group, isWithdrawn) };
}

/** Most groups are of one record, and a kernel has thousands of them. */
function ofOne({ id, ids }: AliasGroup<MatchedRecord>, { advisory, verdict, imports }: MatchedRecord): Finding {
  const { kind, rating, summary, published, modified, withdrawn, source, url } = advisory;
  const malware = kind === 'malware';
  return {
    id,
    ids,
    kind,
    severity: rating.severity,
    score: rating.score,
    vector: rating.vector,
    summary,
    fixed: malware ? null : verdict.fixed,
    fixedVersions: malware ? [] : verdict.fixedVersions,
    published,
    modified,
    withdrawn,
    source,
    url,
    distroUnknown: verdict.distroUnknown,
    imports,
  };
}

function ofMany({ id, ids, members }: AliasGroup<MatchedRecord>, order: VersionOrder): Finding {
  const counted = countedOf(members);
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
    withdrawn: shown.withdrawn,
    source: shown.source,
    url: shown.url,
    distroUnknown: counted.every(({ verdict }) => verdict.distroUnknown),
    imports: importsIn(counted),
  };
}

/** Only records of the Go database say which packages they are about: each of them has to. */
function importsIn(records: readonly MatchedRecord[]): readonly string[] | null {
  const lists = records.filter(({ advisory, imports }) => advisory.source === 'GO' || imports !== null);
  const known = lists.flatMap(({ imports }) => (imports === null ? [] : [imports]));
  return known.length === 0 || known.length < lists.length ? null : joinImports(known);
}

/** Withdrawn records count for nothing when another one stands. */
function countedOf(members: readonly MatchedRecord[]): readonly MatchedRecord[] {
  const standing = members.filter(({ advisory }) => advisory.withdrawn === null);
  return standing.length === 0 ? members : standing;
}

function liveId({ id, ids, members }: AliasGroup<MatchedRecord>, isWithdrawn: (id: string) => boolean): string {
  const counted = countedOf(members);
  const isGone = (named: string): boolean =>
    !counted.some((record) => record.id === named) &&
    (members.some((record) => record.id === named) || isWithdrawn(named));
  if (!isGone(id)) return id;
  return preferredId(
    counted,
    ids.filter((named) => !isGone(named)),
  );
}

const byInstant = (a: string, b: string) => Date.parse(a) - Date.parse(b) || compareText(a, b);

/** What the order of findings goes by. */
export type Ranked = Pick<Finding, 'id' | 'kind' | 'severity' | 'score'>;

/** Malware first, then by level and score from the worst, then by id. */
export function worstFirst(a: Ranked, b: Ranked): number {
  if (a.kind !== b.kind) return a.kind === 'malware' ? -1 : 1;
  return badness(b) - badness(a) || (b.score ?? 0) - (a.score ?? 0) || compareText(a.id, b.id);
}

/** Unrated findings come last; a level without a score stands among the scores of its band. */
const badness = ({ severity }: Ranked) => (severity === null ? -1 : RANKS[severity]);

const RANKS: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };
