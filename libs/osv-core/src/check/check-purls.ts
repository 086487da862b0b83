import { assess } from '../assess';
import { newerVersions, type BestVersion } from '../best-version';
import type { PackageAdvisory } from '../package-advisory';
import { readPackage, type PackageQuery } from '../ecosystem';
import { FoundBefore } from '../found-before';
import type { Ecosystem } from '../ecosystem-name';
import type { Finding } from '../finding';
import { SEVERITIES, type Severity } from '../types';
import { withFewerShown, type PurlBest, type PurlReport, type PurlResult, type UncheckedPurl } from './check-result';
import { checkedPurl, NOTHING_KNOWN, type AskedPurl, type Judgement } from './checked-purl';
import { readingsOf } from './readings';
import { SharedFindings, urgentFirst, worst } from './shared-findings';

/** Where advisories are looked up. */
export interface AdvisorySource {
  /** All that names the package under any of these normalised names, withdrawn advisories included. */
  advisoriesOf(ecosystem: Ecosystem, names: readonly string[]): readonly PackageAdvisory[];
  /** The same in steps, for packages that have thousands: the caller may do other work in between. */
  advisoriesIn?(ecosystem: Ecosystem, names: readonly string[]): Generator<void, readonly PackageAdvisory[]>;
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
export interface PurlCheckOptions<Kev, Epss = never> {
  /** Leaves out what is rated below; what is not rated at all is never left out. */
  readonly minSeverity?: Severity | undefined;
  /** Shows withdrawn advisories, too; they never count. */
  readonly includeWithdrawn?: boolean | undefined;
  /** The known exploitation of a vulnerability, by its id and aliases. */
  readonly kevOf?: ((ids: readonly string[]) => Kev | null) | undefined;
  /** How probable its exploitation is, by its id and aliases; asked for vulnerabilities that are shown. Absent: not spoken of. */
  readonly epssOf?: ((ids: readonly string[]) => Epss | null) | undefined;
  /** How many vulnerabilities of one package are shown; `VULNERABILITIES_SHOWN_MAX` unless said otherwise. */
  readonly shownMax?: number | undefined;
  /** Called for each package with its answers, while its advisories are at hand to be held against other versions. */
  readonly whileAtHand?:
    | ((results: readonly PurlResult<Kev, Epss>[], ask: AskPurl<Kev, Epss>, newer: NewerThan) => Generator<void>)
    | undefined;
}

/**
 * The answer about another purl of a package whose advisories are at hand, in the place of one of the batch.
 * @throws Error where it is of another package
 */
export type AskPurl<Kev, Epss = never> = (index: number, purl: string) => PurlResult<Kev, Epss>;

/** The versions newer than that of a purl that advisories of its package name, lowest first. */
export type NewerThan = (purl: string) => readonly string[];

/** More vulnerabilities of one package are counted and not shown. */
export const VULNERABILITIES_SHOWN_MAX = 100;

/** More names one edit away are not reported. */
export const SIMILAR_MAX = 5;

/**
 * Judges package versions by their purls, in their order (`POST /v1/osv/check`). A purl that cannot
 * be asked about is an entry with a reason, never one without vulnerabilities, and a package that no advisory names is
 * unlisted, never clean: it may not even exist. Each package's vulnerabilities are sorted:
 * malware, known exploited ones, then from the worst, then by id; withdrawn ones come last.
 */
export function checkPurls<Kev = never, Epss = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev, Epss> = {},
): PurlReport<Kev, Epss> {
  const steps = checkPurlsInSteps(source, purls, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkPurls` in steps, so that a batch with tens of thousands of advisories need not keep others waiting. */
export function* checkPurlsInSteps<Kev = never, Epss = never>(
  source: AdvisorySource,
  purls: readonly string[],
  options: PurlCheckOptions<Kev, Epss> = {},
): Generator<void, PurlReport<Kev, Epss>> {
  const results: PurlResult<Kev, Epss>[] = [];
  // Package by package: one that a batch asks about in many versions is read and prepared once, and let go before the next.
  const packages = new Map<string, AskedPurl[]>();
  for (const [index, query] of readingsOf(purls).entries()) {
    const purl = purls[index] as string;
    if (!query.ok) {
      results[index] = { index, purl, checked: false, reason: query.reason };
      continue;
    }
    const key = packageKey(query);
    const asked = packages.get(key);
    if (asked === undefined) packages.set(key, [{ index, purl, query }]);
    else asked.push({ index, purl, query });
  }
  for (const asked of inOrder(packages, options.whileAtHand !== undefined)) {
    const [{ query }] = asked as [AskedPurl];
    const advisories = yield* advisoriesFor(query, source);
    const foundBefore = options.includeWithdrawn === true ? undefined : new FoundBefore();
    const batch: Batch<Kev, Epss> = { source, options, advisories, shared: new SharedFindings(options), foundBefore };
    for (const one of asked) {
      results[one.index] = checkOne(batch, one);
      yield;
    }
    if (options.whileAtHand === undefined) continue;
    const answers = asked.map(({ index }) => results[index] as PurlResult<Kev, Epss>);
    const newer: NewerThan = (purl) => {
      const other = readPackage(purl);
      return other.ok ? newerVersions(other, advisories) : [];
    };
    yield* options.whileAtHand(answers, (index, purl) => checkOther(batch, query, index, purl), newer);
  }
  return reportOf(results);
}

/**
 * Packages that are stored side by side one after another, so that a source unpacks what holds them once. In the order of the batch where
 * more is asked of each, since a budget may end before the last.
 */
function inOrder(packages: ReadonlyMap<string, AskedPurl[]>, asSent: boolean): Iterable<AskedPurl[]> {
  if (asSent) return packages.values();
  return [...packages.keys()].sort().map((key) => packages.get(key) as AskedPurl[]);
}

function packageKey({ ecosystem, names }: Pick<PackageQuery, 'ecosystem' | 'names'>): string {
  return `${ecosystem} ${names.join(' ')}`;
}

function checkOther<Kev, Epss>(
  batch: Batch<Kev, Epss>,
  of: PackageQuery,
  index: number,
  purl: string,
): PurlResult<Kev, Epss> {
  const query = readPackage(purl);
  if (!query.ok) return { index, purl, checked: false, reason: query.reason };
  if (packageKey(query) !== packageKey(of)) throw new Error(`${purl} is of another package than ${of.purl}`);
  return checkOne(batch, { index, purl, query });
}

function* advisoriesFor(
  { ecosystem, names }: PackageQuery,
  source: AdvisorySource,
): Generator<void, readonly PackageAdvisory[]> {
  return source.advisoriesIn === undefined
    ? source.advisoriesOf(ecosystem, names)
    : yield* source.advisoriesIn(ecosystem, names);
}

function reportOf<Kev, Epss>(results: readonly PurlResult<Kev, Epss>[]): PurlReport<Kev, Epss> {
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

/** What is the same for all versions of a package. */
interface Batch<Kev, Epss> {
  readonly advisories: readonly PackageAdvisory[];
  readonly source: AdvisorySource;
  readonly options: PurlCheckOptions<Kev, Epss>;
  readonly shared: SharedFindings<Kev, Epss>;
  /** Undefined where withdrawn advisories are shown, which stand next to what is safe. */
  readonly foundBefore: FoundBefore | undefined;
}

function checkOne<Kev, Epss>(batch: Batch<Kev, Epss>, asked: AskedPurl): PurlResult<Kev, Epss> {
  const { source, advisories } = batch;
  const { index, purl, query } = asked;
  const complete = source.covers(query.ecosystem);
  const noData: UncheckedPurl = { index, purl, checked: false, reason: 'no_data' };
  if (advisories.length === 0) {
    const similar = (source.similarTo?.(query.ecosystem, query.names) ?? []).slice(0, SIMILAR_MAX);
    if (complete) return checkedPurl(asked, { listed: false, similar, complete }, NOTHING_KNOWN);
    return similar.length === 0 ? noData : { ...noData, similar };
  }
  const judgement = judge(query, batch);
  if (!complete && !judgement.vulnerable) return noData;
  const known = { listed: true, similar: [], complete };
  if (!complete) return checkedPurl(asked, known, { ...judgement, minimum_safe: null, best: null });
  const { shownMax = VULNERABILITIES_SHOWN_MAX } = batch.options;
  return withFewerShown(checkedPurl(asked, known, judgement), shownMax);
}

function judge<Kev, Epss>(
  query: PackageQuery,
  { source, advisories, options, shared, foundBefore }: Batch<Kev, Epss>,
): Judgement<Kev, Epss> {
  const { minSeverity = 'low', includeWithdrawn = false, shownMax = VULNERABILITIES_SHOWN_MAX } = options;
  const isWithdrawn = source.isWithdrawn?.bind(source);
  const isExploited = options.kevOf && ((finding: Finding) => shared.of(finding).kev !== null);
  const how = { includeWithdrawn, isWithdrawn, isExploited, foundBefore };
  const { findings, minimumSafe, best } = assess(query, advisories, how);
  const floor = SEVERITIES.indexOf(minSeverity);
  const shown = findings
    .filter(({ severity }) => severity === null || SEVERITIES.indexOf(severity) >= floor)
    .map((finding) => shared.of(finding))
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
    best: best && toBest(best),
    vulnerabilities: shown.slice(0, shownMax).map((one) => shared.wireOf(one)),
    truncated: shown.length > shownMax,
  };
}

function toBest({ version, clears, remains, adds }: BestVersion): PurlBest {
  return { version, clears_count: clears.length, remains_count: remains.length, clears, remains, adds };
}
