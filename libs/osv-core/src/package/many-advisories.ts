import type { PackageAdvisory } from '../package-advisory';
import type { Ecosystem } from '../ecosystem-name';
import type { Verdict, VersionQuery } from '../evaluate';
import { toFinding, worstFirst, type Finding, type MatchedRecord } from '../finding';
import { groupByAlias, type AliasGroup } from '../groups';
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
    const together = new Map<number, MatchedRecord[]>();
    judge.visit(query, key, withWithdrawn, (at, holding, certain) => {
      const number = this.joined[at] as number;
      if (number >= 0) {
        const record = this.recordOf(at, judge.verdictOf(holding, position, certain));
        const joined = together.get(number);
        if (joined === undefined) together.set(number, [record]);
        else joined.push(record);
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
    for (const records of together.values()) {
      for (const group of groupByAlias(records)) findings.push(toFinding(group, order, isWithdrawn));
    }
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
