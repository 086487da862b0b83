import { assess, type Finding, type PackageAdvisory } from '../assess';
import type { PackageQuery, PurlReading } from '../ecosystem';
import type { Ecosystem } from '../ecosystem-name';
import { SEVERITIES, type Severity } from '../types';
import type { CheckedPurl, PurlReport, PurlResult, PurlVulnerability, UncheckedPurl } from './check-result';
import { readingsOf } from './readings';

/** Where advisories are looked up. */
export interface AdvisorySource {
  /** All that names the package under any of these normalised names, withdrawn advisories included. */
  advisoriesOf(ecosystem: Ecosystem, names: readonly string[]): readonly PackageAdvisory[];
  /** Whether a package of this ecosystem that has no advisory may be called clean. */
  covers(ecosystem: Ecosystem): boolean;
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

/**
 * Judges package versions by their purls, in their order (service specification, `POST /v1/osv/check`). A purl that cannot
 * be asked about is an entry with a reason, never one without vulnerabilities. Each package's vulnerabilities are sorted:
 * malware, known exploited ones, then from the worst, then by id; withdrawn ones come last.
 */
export function checkPurls<Kev = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev> = {},
): PurlReport<Kev> {
  const readings = readingsOf(purls);
  const results = purls.map((purl, index) => checkOne(source, purl, readings[index] as PurlReading, index, options));
  const unresolved = results.filter((result): result is UncheckedPurl => !result.checked);
  const vulnerable = results.filter((result) => result.checked && result.vulnerable).length;
  return {
    count: results.length,
    vulnerable,
    clean: results.length - vulnerable - unresolved.length,
    malware: results.filter((result) => result.checked && result.malware).length,
    unresolved_count: unresolved.length,
    results,
    unresolved,
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
  const known = advisories.length > 0;
  if (!known && !source.covers(query.ecosystem)) return { index, purl, checked: false, reason: 'no_data' };
  return { index, purl, ...describe(query, known), ...judge(query, advisories, options) };
}

function describe(query: PackageQuery, known: boolean) {
  const { purl: resolved, ecosystem, name, version } = query;
  return { resolved, ecosystem, name, version, checked: true, known_package: known } as const;
}

type Judgement<Kev> = Omit<CheckedPurl<Kev>, 'index' | 'purl' | keyof ReturnType<typeof describe>>;

function judge<Kev>(
  query: PackageQuery,
  advisories: readonly PackageAdvisory[],
  {
    minSeverity = 'low',
    includeWithdrawn = false,
    kevOf = () => null,
    shownMax = VULNERABILITIES_SHOWN_MAX,
  }: PurlCheckOptions<Kev>,
): Judgement<Kev> {
  const { findings, minimumSafe } = assess(query, advisories, { includeWithdrawn });
  const floor = SEVERITIES.indexOf(minSeverity);
  const isShown = ({ severity }: Finding) => severity === null || SEVERITIES.indexOf(severity) >= floor;
  const shown = findings.filter(isShown);
  const counted = shown.filter(({ withdrawn }) => withdrawn === null);
  const standing = findings.filter(({ withdrawn }) => withdrawn === null);
  const vulnerabilities = shown.map((finding) => toVulnerability(finding, kevOf(finding.ids))).sort(urgentFirst);
  return {
    vulnerable: counted.length > 0,
    malware: counted.some(({ kind }) => kind === 'malware'),
    severity: worst(counted),
    vulnerability_count: counted.length,
    below_min_severity: standing.length - counted.length,
    minimum_safe: minimumSafe,
    vulnerabilities: vulnerabilities.slice(0, shownMax),
    truncated: vulnerabilities.length > shownMax,
  };
}

function toVulnerability<Kev>(finding: Finding, kev: Kev | null): PurlVulnerability<Kev> {
  const { fixedVersions, distroUnknown, ...rest } = finding;
  return {
    id: rest.id,
    ids: rest.ids,
    kind: rest.kind,
    summary: rest.summary,
    severity: rest.severity,
    score: rest.score,
    vector: rest.vector,
    fixed: rest.fixed,
    fixed_versions: fixedVersions,
    published: rest.published,
    modified: rest.modified,
    withdrawn: rest.withdrawn,
    distro_unknown: distroUnknown,
    source: rest.source,
    url: rest.url,
    kev,
  };
}

/** Sorting is stable, so what is equally urgent stays in the order that `assess` gave it. */
function urgentFirst(a: PurlVulnerability<unknown>, b: PurlVulnerability<unknown>): number {
  return urgency(a) - urgency(b);
}

function urgency({ withdrawn, kind, kev }: PurlVulnerability<unknown>): number {
  if (withdrawn !== null) return 3;
  if (kind === 'malware') return 0;
  return kev === null ? 2 : 1;
}

function worst(findings: readonly Finding[]): Severity | null {
  const levels = findings.flatMap(({ severity }) => (severity === null ? [] : [SEVERITIES.indexOf(severity)]));
  return SEVERITIES[Math.max(-1, ...levels)] ?? null;
}
