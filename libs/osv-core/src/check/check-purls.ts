import { assess, type PackageAdvisory } from '../assess';
import type { PackageQuery, PurlReading } from '../ecosystem';
import type { Ecosystem } from '../ecosystem-name';
import type { Finding } from '../finding';
import { SEVERITIES, type Severity } from '../types';
import type { CheckedPurl, PurlReport, PurlResult, PurlVulnerability, UncheckedPurl } from './check-result';
import { readingsOf } from './readings';

/** Where advisories are looked up. */
export interface AdvisorySource {
  /** All that names the package under any of these normalised names, withdrawn advisories included. */
  advisoriesOf(ecosystem: Ecosystem, names: readonly string[]): readonly PackageAdvisory[];
  /**
   * Whether all advisories of this ecosystem are at hand. Where they are not, nothing is said of a package version that
   * none of them affects, and no version is called safe.
   */
  covers(ecosystem: Ecosystem): boolean;
  /** Names of packages that advisories name, one edit away from any of these, those with the most advisories first. */
  similarTo?(ecosystem: Ecosystem, names: readonly string[]): readonly string[];
  /** Whether the record of this id, which may be about other packages, is known to be withdrawn. Absent: nothing is known. */
  isWithdrawn?(id: string): boolean;
}

/** What a batch of purls is checked with. */
export interface PurlCheckOptions<Kev> {
  /** Leaves out what is rated below; what is not rated at all is never left out. */
  readonly minSeverity?: Severity | undefined;
  /** Shows withdrawn advisories, too; they never count. */
  readonly includeWithdrawn?: boolean | undefined;
  /** The known exploitation of a vulnerability, by its id and aliases. */
  readonly kevOf?: ((ids: readonly string[]) => Kev | null) | undefined;
  /** How many vulnerabilities of one package are shown; `VULNERABILITIES_SHOWN_MAX` unless said otherwise. */
  readonly shownMax?: number | undefined;
}

/** More vulnerabilities of one package are counted and not shown. */
export const VULNERABILITIES_SHOWN_MAX = 100;

/** More names one edit away are not told. */
export const SIMILAR_MAX = 5;

/**
 * Judges package versions by their purls, in their order (service specification, `POST /v1/osv/check`). A purl that cannot
 * be asked about is an entry with a reason, never one without vulnerabilities, and a package that no advisory names is
 * unlisted, never clean: it may not even exist. Each package's vulnerabilities are sorted:
 * malware, known exploited ones, then from the worst, then by id; withdrawn ones come last.
 */
export function checkPurls<Kev = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev> = {},
): PurlReport<Kev> {
  const readings = readingsOf(purls);
  const known = rememberingSource(source);
  const asked = { ...options, kevOf: rememberingKev(options.kevOf) };
  const results = purls.map((purl, index) => checkOne(known, purl, readings[index] as PurlReading, index, asked));
  const unresolved = results.filter((result): result is UncheckedPurl => !result.checked);
  const vulnerable = results.filter((result) => result.checked && result.vulnerable).length;
  const unlisted = results.filter((result) => result.checked && !result.known_package).length;
  return {
    count: results.length,
    vulnerable,
    clean: results.length - vulnerable - unlisted - unresolved.length,
    unlisted,
    malware: results.filter((result) => result.checked && result.malware).length,
    unresolved_count: unresolved.length,
    results,
    unresolved,
  };
}

/** A package that a batch asks about in many versions is read once, and prepared once. */
function rememberingSource(source: AdvisorySource): AdvisorySource {
  const found = new Map<string, readonly PackageAdvisory[]>();
  return {
    ...source,
    advisoriesOf(ecosystem, names) {
      const key = `${ecosystem} ${names.join(' ')}`;
      let advisories = found.get(key);
      if (advisories === undefined) found.set(key, (advisories = source.advisoriesOf(ecosystem, names)));
      return advisories;
    },
  };
}

/** Versions of one package have most findings in common, and their ids are the same list. */
function rememberingKev<Kev>(kevOf: PurlCheckOptions<Kev>['kevOf']): PurlCheckOptions<Kev>['kevOf'] {
  if (kevOf === undefined) return undefined;
  const known = new Map<readonly string[], Kev | null>();
  return (ids) => {
    let kev = known.get(ids);
    if (kev === undefined) known.set(ids, (kev = kevOf(ids)));
    return kev;
  };
}

function checkOne<Kev>(
  source: AdvisorySource,
  purl: string,
  query: PurlReading,
  index: number,
  options: PurlCheckOptions<Kev>,
): PurlResult<Kev> {
  if (!query.ok) return { index, purl, checked: false, reason: query.reason };
  const advisories = source.advisoriesOf(query.ecosystem, query.names);
  const listed = advisories.length > 0;
  const complete = source.covers(query.ecosystem);
  const noData: UncheckedPurl = { index, purl, checked: false, reason: 'no_data' };
  if (!listed) {
    const similar = (source.similarTo?.(query.ecosystem, query.names) ?? []).slice(0, SIMILAR_MAX);
    if (complete) return { index, purl, ...describe(query, listed, similar), complete, ...NOTHING_KNOWN };
    return similar.length === 0 ? noData : { ...noData, similar };
  }
  const judgement = judge(query, advisories, source, options);
  if (complete) return { index, purl, ...describe(query, listed, []), complete, ...judgement };
  if (!judgement.vulnerable) return noData;
  return { index, purl, ...describe(query, listed, []), complete, ...judgement, minimum_safe: null };
}

function describe(query: PackageQuery, listed: boolean, similar: readonly string[]) {
  const { purl: resolved, ecosystem, name, version } = query;
  return { resolved, ecosystem, name, version, checked: true, known_package: listed, similar } as const;
}

/** Of a package that no advisory names: nothing stands against it, and nothing says that there is such a package, or a safe version. */
const NOTHING_KNOWN = {
  vulnerable: false,
  malware: false,
  severity: null,
  vulnerability_count: 0,
  below_min_severity: 0,
  minimum_safe: null,
  vulnerabilities: [],
  truncated: false,
} as const;

type Judgement<Kev> = Omit<CheckedPurl<Kev>, 'index' | 'purl' | 'complete' | keyof ReturnType<typeof describe>>;

function judge<Kev>(
  query: PackageQuery,
  advisories: readonly PackageAdvisory[],
  source: AdvisorySource,
  {
    minSeverity = 'low',
    includeWithdrawn = false,
    kevOf = () => null,
    shownMax = VULNERABILITIES_SHOWN_MAX,
  }: PurlCheckOptions<Kev>,
): Judgement<Kev> {
  const isWithdrawn = source.isWithdrawn?.bind(source);
  const { findings, minimumSafe } = assess(query, advisories, { includeWithdrawn, isWithdrawn });
  const floor = SEVERITIES.indexOf(minSeverity);
  const shown = findings
    .filter(({ severity }) => severity === null || SEVERITIES.indexOf(severity) >= floor)
    .map((finding) => ({ finding, kev: kevOf(finding.ids) }))
    .sort(urgentFirst);
  const counted = shown.filter(({ finding }) => finding.withdrawn === null);
  const standing = findings.filter(({ withdrawn }) => withdrawn === null);
  return {
    vulnerable: counted.length > 0,
    malware: counted.some(({ finding }) => finding.kind === 'malware'),
    severity: worst(counted),
    vulnerability_count: counted.length,
    below_min_severity: standing.length - counted.length,
    minimum_safe: minimumSafe,
    vulnerabilities: shown.slice(0, shownMax).map(toVulnerability),
    truncated: shown.length > shownMax,
  };
}

/** A finding with its known exploitation. */
interface ShownFinding<Kev> {
  readonly finding: Finding;
  readonly kev: Kev | null;
}

function toVulnerability<Kev>({ finding, kev }: ShownFinding<Kev>): PurlVulnerability<Kev> {
  const { fixedVersions, distroUnknown } = finding;
  return {
    id: finding.id,
    ids: finding.ids,
    kind: finding.kind,
    summary: finding.summary,
    severity: finding.severity,
    score: finding.score,
    vector: finding.vector,
    fixed: finding.fixed,
    fixed_versions: fixedVersions,
    published: finding.published,
    modified: finding.modified,
    withdrawn: finding.withdrawn,
    distro_unknown: distroUnknown,
    source: finding.source,
    url: finding.url,
    kev,
  };
}

/** Sorting is stable, so what is equally urgent stays in the order that `assess` gave it. */
function urgentFirst(a: ShownFinding<unknown>, b: ShownFinding<unknown>): number {
  return urgency(a) - urgency(b);
}

function urgency({ finding: { withdrawn, kind }, kev }: ShownFinding<unknown>): number {
  if (withdrawn !== null) return 3;
  if (kind === 'malware') return 0;
  return kev === null ? 2 : 1;
}

function worst(counted: readonly ShownFinding<unknown>[]): Severity | null {
  let level = -1;
  for (const { finding } of counted) {
    if (finding.severity !== null) level = Math.max(level, SEVERITIES.indexOf(finding.severity));
  }
  return SEVERITIES[level] ?? null;
}
