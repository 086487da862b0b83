import { assess } from '../assess/assess';
import { newerVersions, type BestVersion } from '../assess/best-version';
import { readPackage, type NamedPackage, type PackageQuery } from '../purl/read-package';
import type { Finding } from '../evaluate/finding';
import { FoundBefore } from '../assess/found-before';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { SEVERITIES, type Severity } from '../advisory/advisory';
import type { AdvisorySource } from './advisory-source';
import { withFewerShown, type PurlBest, type PurlResult, type UncheckedPurl } from './check-result';
import { checkedPurl, NOTHING_KNOWN, type AskedPurl, type Judgement } from './checked-purl';
import { doubtOfName, doubtOfVersion } from './doubt';
import { askedOfModule } from './go-module';
import { SharedFindings, urgentFirst, worst } from './shared-findings';

/** How package versions are judged, and what is joined to what is found. */
export interface JudgingOptions<Kev, Epss = never> {
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
}

/** More vulnerabilities of one package are counted and not shown. */
export const VULNERABILITIES_SHOWN_MAX = 100;

/** More names one edit away are not reported. */
export const SIMILAR_MAX = 5;

/** Reads the advisories of a package and holds any versions of it against them. */
export function* judgedPackage<Kev = never, Epss = never>(
  source: AdvisorySource,
  named: NamedPackage,
  options: JudgingOptions<Kev, Epss> = {},
): Generator<void, JudgedPackage<Kev, Epss>> {
  const { ecosystem, names } = named;
  const advisories =
    source.advisoriesIn === undefined
      ? source.advisoriesOf(ecosystem, names)
      : yield* source.advisoriesIn(ecosystem, names);
  return new JudgedPackage(source, named, advisories, options);
}

/** One package whose advisories are at hand. What is found of one version is not looked for again in others. */
export class JudgedPackage<Kev = never, Epss = never> {
  private readonly shared: SharedFindings<Kev, Epss>;
  /** Undefined where withdrawn advisories are shown, which stand next to what is safe. */
  private readonly foundBefore: FoundBefore | undefined;

  constructor(
    private readonly source: AdvisorySource,
    private readonly named: NamedPackage,
    private readonly advisories: readonly PackageAdvisory[],
    private readonly options: JudgingOptions<Kev, Epss>,
  ) {
    this.shared = new SharedFindings(options);
    this.foundBefore = options.includeWithdrawn === true ? undefined : new FoundBefore();
  }

  /**
   * The answer about a purl of the package, in the place of one of a batch.
   * @throws Error where it is of another package
   */
  ask(index: number, purl: string): PurlResult<Kev, Epss> {
    const query = readPackage(purl);
    if (!query.ok) return { index, purl, checked: false, reason: query.reason };
    if (packageKey(query) !== packageKey(this.named)) {
      throw new Error(`${purl} is of another package than ${packageKey(this.named)}`);
    }
    return this.answer({ index, purl, query });
  }

  /** The versions newer than that of a purl that advisories of the package name, lowest first. */
  newerThan(purl: string): readonly string[] {
    const query = readPackage(purl);
    return query.ok ? newerVersions(query, this.advisories) : [];
  }

  /** The answer about a purl that was read. */
  answer(asked: AskedPurl): PurlResult<Kev, Epss> {
    const { source, advisories } = this;
    const { index, purl, query } = asked;
    const complete = source.covers(query.ecosystem);
    const above = source.listedAbove?.(query.ecosystem, query.names[query.names.length - 1] as string);
    const ofModule = above === undefined ? undefined : this.answerOfModule(asked, above);
    if (ofModule !== undefined) return ofModule;
    const isRead = query.listedOnly !== true || isNamed(query.version, advisories);
    // What is malware as a whole is malware in whatever version is meant.
    if (!isRead && (advisories.length === 0 || !this.judge(query).malware)) {
      return { index, purl, checked: false, reason: 'invalid_version' };
    }
    if (advisories.length === 0) {
      const similar = (source.similarTo?.(query.ecosystem, query.names) ?? []).slice(0, SIMILAR_MAX);
      const doubt = complete ? doubtOfName(query) : undefined;
      if (!complete || doubt !== undefined) return withoutData(asked, doubt, similar);
      return checkedPurl(asked, { listed: false, similar, complete, above }, NOTHING_KNOWN);
    }
    const judgement = this.judge(query);
    if (!judgement.vulnerable) {
      const doubt = complete ? doubtOfVersion(query, advisories) : undefined;
      if (!complete || doubt !== undefined) return withoutData(asked, doubt);
    }
    const known = { listed: true, similar: [], complete };
    if (!complete) return checkedPurl(asked, known, { ...judgement, minimum_safe: null, best: null });
    const { shownMax = VULNERABILITIES_SHOWN_MAX } = this.options;
    return withFewerShown(checkedPurl(asked, known, judgement), shownMax);
  }

  /** The answer about a package of a listed Go module; undefined where it is not known to be one. */
  private answerOfModule(asked: AskedPurl, module: string): PurlResult<Kev, Epss> | undefined {
    const { ecosystem } = asked.query;
    const advisories = this.source.advisoriesOf(ecosystem, [module]);
    const query = askedOfModule(asked.query, module, advisories);
    if (query === undefined) return undefined;
    // Some advisories are filed under the path itself.
    const all = [...advisories, ...this.advisories.filter((own) => !advisories.some((one) => isSame(one, own)))];
    const judged = new JudgedPackage(this.source, { ecosystem, names: [module] }, all, this.options);
    return judged.answer({ ...asked, query });
  }

  private judge(query: PackageQuery): Judgement<Kev, Epss> {
    const { source, advisories, options, shared, foundBefore } = this;
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
}

function isSame({ advisory }: PackageAdvisory, other: PackageAdvisory): boolean {
  return advisory.id === other.advisory.id;
}

function withoutData(
  { index, purl }: AskedPurl,
  advice: string | undefined,
  similar: readonly string[] = [],
): UncheckedPurl {
  return {
    index,
    purl,
    checked: false,
    reason: 'no_data',
    ...(similar.length === 0 ? undefined : { similar }),
    ...(advice === undefined ? undefined : { advice }),
  };
}

/** Whether an advisory that stands names the text as a version: in its list, or as the bound of a range, which remedies lead to. */
function isNamed(version: string, advisories: readonly PackageAdvisory[]): boolean {
  const isIn = ({ versions, ranges }: PackageAdvisory['specs'][number]): boolean =>
    versions.has(version) || ranges.some(({ events }) => events.some((event) => event.version === version));
  return advisories.some(({ advisory, specs }) => advisory.withdrawn === null && specs.some(isIn));
}

/** Distinguishes packages. */
export function packageKey({ ecosystem, names }: NamedPackage): string {
  return `${ecosystem} ${names.join(' ')}`;
}

function toBest({ version, clears, remains, adds }: BestVersion): PurlBest {
  return { version, clears_count: clears.length, remains_count: remains.length, clears, remains, adds };
}
