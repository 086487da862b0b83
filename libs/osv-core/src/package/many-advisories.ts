import type { PackageAdvisory } from '../evaluate/package-advisory';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import type { Verdict, VersionQuery } from '../evaluate/evaluate';
import { toFinding, worstFirst, type Finding, type MatchedRecord } from '../evaluate/finding';
import { groupByAlias, type AliasGroup } from '../advisory/groups';
import { orderOf } from '../order/order-of';
import type { VersionOrder } from '../order/version-order';
import { PackageJudge } from './package-judge';

/**
 * The advisories of a package that has many of them, prepared once for all its versions: sorted from the worst, so that what
 * affects a version is all but sorted already, and with what can ever join two of them worked out.
 */
export class ManyAdvisories {
  readonly judge: PackageJudge;
  /** The advisories in the order in which the judge has them. */
  readonly sorted: readonly PackageAdvisory[];
  /** For each advisory the number of the group that it is in when all are matched; -1 where it is alone. */
  private readonly joined: Int32Array;
  /** The finding of an advisory that is alone and of whose spans one holds the version: doubtful and certain, span by span. */
  private readonly single: (Finding | undefined)[];
  /** For each group what its records say together, by which spans of them hold a version: neighbours have most in common. */
  private readonly several: (readonly JoinedFindings[] | undefined)[] = [];
  /** The id to show and all ids of those that are alone, found when first asked for. */
  private readonly alone: (Pick<AliasGroup<never>, 'id' | 'ids'> | undefined)[] = [];

  private readonly order: VersionOrder;

  constructor(advisories: readonly PackageAdvisory[], ecosystem: Ecosystem) {
    this.sorted = [...advisories].sort(({ advisory: a }, { advisory: b }) =>
      worstFirst({ id: a.id, kind: a.kind, ...a.rating }, { id: b.id, kind: b.kind, ...b.rating }),
    );
    this.judge = new PackageJudge(this.sorted, ecosystem);
    this.order = orderOf(ecosystem);
    this.single = new Array<Finding | undefined>(2 * this.judge.spanCount).fill(undefined);
    this.joined = new Int32Array(this.sorted.length).fill(-1);
    const records = this.sorted.map(({ advisory: { id, aliases } }, at) => ({ id, aliases, at }));
    for (const [number, { members }] of groupByAlias(records).entries()) {
      if (members.length > 1) for (const { at } of members) this.joined[at] = number;
    }
  }

  /** What stands against a version, as `groupByAlias` and `toFinding` have it, all but sorted. */
  findings(
    query: VersionQuery,
    key: unknown,
    withWithdrawn: boolean,
    isWithdrawn: (id: string) => boolean,
  ): readonly Finding[] {
    const { judge, order } = this;
    const position = judge.positionOf(key);
    const findings: Finding[] = [];
    const together = new Map<number, Held[]>();
    judge.visit(query, key, withWithdrawn, (at, holding, certain) => {
      const number = this.joined[at] as number;
      if (number >= 0) {
        const held: Held = { at, spans: [...holding], certain };
        const joined = together.get(number);
        if (joined === undefined) together.set(number, [held]);
        else joined.push(held);
        return;
      }
      const place = holding.length === 1 ? 2 * (holding[0] as number) + Number(certain) : -1;
      const known = this.single[place];
      if (known !== undefined) return void findings.push(known);
      const record = this.recordOf(at, judge.verdictOf(holding, position, certain));
      const finding = toFinding(this.groupOfOne(at, record), order, isWithdrawn);
      if (place >= 0) this.single[place] = finding;
      findings.push(finding);
    });
    for (const [number, held] of together) findings.push(...this.joinedFindings(number, held, position, isWithdrawn));
    return findings;
  }

  /** What records of one group say together. Of a single span each verdict is the same for all versions that it holds. */
  private joinedFindings(
    number: number,
    held: readonly Held[],
    position: number,
    isWithdrawn: (id: string) => boolean,
  ): readonly Finding[] {
    const isSame = held.every(({ spans }) => spans.length === 1);
    const known = this.several[number] ?? [];
    const found = isSame ? known.find((one) => isHeldAlike(one.held, held)) : undefined;
    if (found !== undefined) return found.findings;
    const { judge, order } = this;
    const records = held.map(({ at, spans, certain }) => this.recordOf(at, judge.verdictOf(spans, position, certain)));
    const findings = groupByAlias(records).map((group) => toFinding(group, order, isWithdrawn));
    if (isSame && known.length < JOINED_MAX) this.several[number] = [...known, { held, findings }];
    return findings;
  }

  private recordOf(at: number, verdict: Verdict): MatchedRecord {
    const { advisory, imports = null } = this.sorted[at] as PackageAdvisory;
    return { id: advisory.id, aliases: advisory.aliases, advisory, verdict, imports };
  }

  private groupOfOne(at: number, record: MatchedRecord): AliasGroup<MatchedRecord> {
    let known = this.alone[at];
    if (known === undefined) {
      const [{ id, ids }] = groupByAlias([record]) as [AliasGroup<MatchedRecord>];
      this.alone[at] = known = { id, ids };
    }
    return { id: known.id, ids: known.ids, members: [record] };
  }
}

/** An advisory that holds a version. */
interface Held {
  readonly at: number;
  /** The spans of it that do. */
  readonly spans: readonly number[];
  readonly certain: boolean;
}

interface JoinedFindings {
  readonly held: readonly Held[];
  readonly findings: readonly Finding[];
}

/** So many ways in which the records of one group hold versions are remembered; most have one. */
const JOINED_MAX = 8;

function isHeldAlike(a: readonly Held[], b: readonly Held[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ spans, certain }, at) => spans[0] === b[at]!.spans[0] && certain === b[at]!.certain)
  );
}
