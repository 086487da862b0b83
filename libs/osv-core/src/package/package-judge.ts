import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { appliesTo, type PreparedSpec, type Verdict, type VersionQuery } from '../evaluate/evaluate';
import { inFlavourOf, isSameLine, misfit } from '../order/advisable';
import { orderOf } from '../order/order-of';
import { askedKey, compareVersions, type VersionOrder } from '../order/version-order';
import { keysIn, versionsNamedIn } from './named-versions';
import { fixesOf, spansOf, type FixPosition, type Span } from './spans';
import { VersionLine } from './version-line';

/** An advisory of the package, as far as judging versions goes. */
export interface JudgedAdvisory {
  readonly advisory: { readonly withdrawn: string | null };
  readonly specs: readonly PreparedSpec[];
}

/** What is affected at a position: an advisory by its place in the list, and what it says about the version. */
export interface Match {
  readonly at: number;
  readonly verdict: Verdict;
}

/** For a release, or for all of them: what is safe in it. */
interface Safety {
  /** How many spans hold each position. */
  readonly cover: Int32Array;
  /** A version at each odd position that somebody could move to. */
  readonly named: readonly (string | undefined)[];
}

/** Releases of which that is remembered at a time. */
const RELEASES_MAX = 16;

/**
 * All advisories of one package, made ready to be held against many versions: every version that they name is parsed and
 * sorted once, and what each affects becomes spans of positions in that row. A version is then judged in one pass of whole
 * numbers, however many advisories there are, by the rules of `evaluate`.
 */
export class PackageJudge {
  private readonly order: VersionOrder;
  private readonly line: VersionLine;
  private readonly suffixes: (string | null)[] = [];
  /** Four numbers a span: start, end, suffix, advisory. Those of an advisory stand together, in the order of the list. */
  private readonly spans: Int32Array;
  /** Where the spans of each advisory begin in `spans`, and at the end its length. */
  private readonly firstSpans: Int32Array;
  /** The fixes of the range of each span; of a listed version there are none. */
  private readonly fixes: (readonly FixPosition[])[] = [];
  private readonly safeties = new Map<string, Safety>();

  constructor(
    private readonly advisories: readonly JudgedAdvisory[],
    ecosystem: Ecosystem,
  ) {
    this.order = orderOf(ecosystem);
    this.line = new VersionLine(this.order, keysIn(advisories.flatMap(({ specs }) => specs)));
    this.firstSpans = new Int32Array(advisories.length + 1);
    this.spans = Int32Array.from(this.allSpans());
    this.firstSpans[advisories.length] = this.spans.length;
  }

  /** What affects the version, each advisory at most once, in the order of the list; withdrawn ones only if wanted. */
  matches(query: VersionQuery, key: unknown, withWithdrawn: boolean): readonly Match[] {
    const matches: Match[] = [];
    this.visit(query, key, withWithdrawn, (at, holding, certain) => {
      matches.push({ at, verdict: this.verdictOf(holding, this.line.positionOf(key), certain) });
    });
    return matches;
  }

  /**
   * Calls back for each advisory that affects the version, with the spans that hold it, in an array that is used again, and
   * whether it does so for certain: one of releases affects a version of no known release perhaps.
   */
  visit(
    query: VersionQuery,
    key: unknown,
    withWithdrawn: boolean,
    found: (at: number, holding: readonly number[], certain: boolean) => void,
  ): void {
    const position = this.line.positionOf(key);
    const applies = this.suffixes.map((suffix) => appliesTo({ suffix }, query));
    const { spans } = this;
    const holding: number[] = [];
    let current = -1;
    let certain = false;
    for (let at = 0, span = 0; at < spans.length; at += 4, span++) {
      if ((spans[at] as number) > position || (spans[at + 1] as number) < position) continue;
      const said = applies[spans[at + 2] as number];
      if (said === 'no') continue;
      const advisory = spans[at + 3] as number;
      if (!withWithdrawn && this.isWithdrawn(advisory)) continue;
      if (advisory !== current) {
        if (holding.length > 0) found(current, holding, certain);
        holding.length = 0;
        certain = false;
        current = advisory;
      }
      holding.push(span);
      certain ||= said === 'yes';
    }
    if (holding.length > 0) found(current, holding, certain);
  }

  /** What the spans of an advisory that hold a version say about it. Of a single span it is the same for all its versions. */
  verdictOf(holding: readonly number[], position: number, certain: boolean): Verdict {
    const { fixed, fixedVersions } = this.fixesAt(position, holding);
    return { fixed, fixedVersions, distroUnknown: !certain };
  }

  /** The position of a version. */
  positionOf(key: unknown): number {
    return this.line.positionOf(key);
  }

  /** How many spans there are. */
  get spanCount(): number {
    return this.fixes.length;
  }

  /**
   * The lowest version from the one asked about on that no standing advisory affects: itself, or one that an advisory names; null where
   * there is none. Where it is a pre-release or of another flavour, a later release of the same line and of the flavour asked about is
   * taken in its place, where one is named.
   */
  minimumSafe(query: VersionQuery, key: unknown): string | null {
    const { cover, named } = this.safetyFor(query);
    const position = this.line.positionOf(key);
    if (cover[position] === 0) return query.version;
    if (this.order.unordered) return null;
    const misfitOf = misfit(query.ecosystem, query.version);
    let first: string | undefined;
    for (let at = position + 1 + (position & 1); at < cover.length; at += 2) {
      const version = cover[at] === 0 ? named[at >> 1] : undefined;
      if (version === undefined || (first !== undefined && !isSameLine(first, version))) continue;
      if (misfitOf(version) === 0) return version;
      const inFlavour = this.safeInFlavour(query, version);
      if (inFlavour !== undefined) return inFlavour;
      first ??= version;
    }
    return first ?? null;
  }

  /** The same version in the flavour asked about, where that is as safe and no older than the version asked about. */
  private safeInFlavour(query: VersionQuery, version: string): string | undefined {
    const other = inFlavourOf(query.ecosystem, query.version, version);
    if (other === undefined) return undefined;
    const key = this.order.parse(other);
    const isNewer = this.order.compare(key, askedKey(this.order, query.version)) > 0;
    return isNewer && this.safetyFor(query).cover[this.line.positionOf(key)] === 0 ? other : undefined;
  }

  /** A version at each odd position, by half of it, that somebody could move to; undefined where only bounds stand there. */
  namedFor(query: VersionQuery): readonly (string | undefined)[] {
    return this.safetyFor(query).named;
  }

  /** These versions above a key, lowest first: releases of the flavour asked about, or else all. */
  newerThan(query: VersionQuery, key: unknown): readonly string[] {
    const position = this.line.positionOf(key);
    const misfitOf = misfit(query.ecosystem, query.version);
    const newer = this.namedFor(query)
      .slice((position + 1) >> 1)
      .filter((version) => version !== undefined);
    const fitting = newer.filter((version) => misfitOf(version) === 0);
    return fitting.length === 0 ? newer : fitting;
  }

  /**
   * How many of some groups of advisories affect each position. A group affects what any of its advisories does, and counts once.
   * @param groups the places of their advisories in the list
   */
  countGroups(query: VersionQuery, groups: Iterable<readonly number[]>): Int32Array {
    const applies = this.suffixes.map((suffix) => appliesTo({ suffix }, query) !== 'no');
    // The differences between neighbours first, as for the cover.
    const counts = new Int32Array(2 * this.line.length + 2);
    for (const group of groups) {
      for (const { start, end } of this.unionOf(group, applies)) {
        counts[start] = (counts[start] as number) + 1;
        counts[end + 1] = (counts[end + 1] as number) - 1;
      }
    }
    for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] as number) + (counts[at - 1] as number);
    return counts.subarray(0, 2 * this.line.length + 1);
  }

  /** The spans of a group that apply, ascending and apart from each other. */
  private unionOf(group: readonly number[], applies: readonly boolean[]): readonly Span[] {
    const { spans, firstSpans } = this;
    const found: Span[] = [];
    for (const advisory of group) {
      for (let at = firstSpans[advisory] as number; at < (firstSpans[advisory + 1] as number); at += 4) {
        if (!applies[spans[at + 2] as number]) continue;
        found.push({ start: spans[at] as number, end: spans[at + 1] as number });
      }
    }
    if (found.length < 2) return found;
    const union: Span[] = [];
    for (const span of found.sort((a, b) => a.start - b.start)) {
      const last = union[union.length - 1];
      if (last === undefined || span.start > last.end) union.push(span);
      else if (span.end > last.end) union[union.length - 1] = { start: last.start, end: span.end };
    }
    return union;
  }

  private isWithdrawn(at: number): boolean {
    return this.advisories[at]?.advisory.withdrawn !== null;
  }

  private fixesAt(position: number, holding: readonly number[]): Pick<Verdict, 'fixed' | 'fixedVersions'> {
    const fixedVersions: string[] = [];
    for (const span of holding) {
      const fix = (this.fixes[span] as readonly FixPosition[]).find(
        (candidate) => candidate.position > position,
      )?.version;
      if (fix !== undefined && fix !== null && !fixedVersions.includes(fix)) fixedVersions.push(fix);
    }
    if (fixedVersions.length > 1) fixedVersions.sort((a, b) => compareVersions(this.order, a, b));
    return { fixed: fixedVersions[0] ?? null, fixedVersions };
  }

  private allSpans(): readonly number[] {
    const spans: number[] = [];
    const suffixAt = new Map<string | null, number>();
    const add = (start: number, end: number, suffix: number, advisory: number, fixes: readonly FixPosition[]): void => {
      spans.push(start, end, suffix, advisory);
      this.fixes.push(fixes);
    };
    for (const [at, { specs }] of this.advisories.entries()) {
      this.firstSpans[at] = spans.length;
      for (const { suffix, ranges, keys } of specs) {
        let number = suffixAt.get(suffix);
        if (number === undefined) suffixAt.set(suffix, (number = this.suffixes.push(suffix) - 1));
        for (const range of ranges) {
          const fixes = fixesOf(range, this.line, this.order);
          for (const { start, end } of spansOf(range, this.line)) add(start, end, number, at, fixes);
        }
        for (const key of keys()) {
          const position = this.line.positionOfNamed(key);
          add(position, position, number, at, NO_FIXES);
        }
      }
    }
    return spans;
  }

  private safetyFor(query: VersionQuery): Safety {
    const key = query.release === null ? '' : query.release.join('.');
    let safety = this.safeties.get(key);
    if (safety === undefined) {
      if (this.safeties.size >= RELEASES_MAX) this.safeties.clear();
      this.safeties.set(key, (safety = this.makeSafety(query)));
    }
    return safety;
  }

  private makeSafety(query: VersionQuery): Safety {
    const { spans, advisories, line, order } = this;
    const applies = this.suffixes.map((suffix) => appliesTo({ suffix }, query) !== 'no');
    // The differences between neighbours first: one span is two numbers, however long it is.
    const cover = new Int32Array(2 * line.length + 2);
    for (let at = 0; at < spans.length; at += 4) {
      const [start, end, suffix, advisory] = spans.subarray(at, at + 4) as unknown as [number, number, number, number];
      if (!applies[suffix] || this.isWithdrawn(advisory)) continue;
      cover[start] = (cover[start] as number) + 1;
      cover[end + 1] = (cover[end + 1] as number) - 1;
    }
    for (let at = 1; at < cover.length; at++) cover[at] = (cover[at] as number) + (cover[at - 1] as number);

    const named = new Array<string | undefined>(line.length).fill(undefined);
    for (const { specs } of advisories) {
      for (const spec of specs) {
        if (appliesTo(spec, query) === 'no') continue;
        for (const { version, key } of versionsNamedIn(spec, order)) named[line.positionOfNamed(key) >> 1] ??= version;
      }
    }
    return { cover: cover.subarray(0, 2 * line.length + 1), named };
  }
}

const NO_FIXES: readonly FixPosition[] = [];
