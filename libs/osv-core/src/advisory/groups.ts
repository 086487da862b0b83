import { compareText } from '../order/digits';

/** What joins records of one vulnerability: OSV's `aliases`, not `related` and not `upstream`. */
export interface Aliased {
  readonly id: string;
  readonly aliases: readonly string[];
}

/** Records of one vulnerability. */
export interface AliasGroup<Member extends Aliased> {
  /** The id to show: GHSA, then the ecosystem's own database, then CVE; for malware MAL. */
  readonly id: string;
  /** Every id and alias of the members, sorted. */
  readonly ids: readonly string[];
  /** The records, those of the preferred database first. */
  readonly members: readonly Member[];
}

/** Groups records that name each other or a common alias, directly or through others, in the order of their first. */
export function groupByAlias<Member extends Aliased>(records: readonly Member[]): readonly AliasGroup<Member>[] {
  const parents = new Map<string, string>();
  const find = (id: string): string => {
    let top = id;
    for (let next = parents.get(top); next !== undefined && next !== top; next = parents.get(top)) top = next;
    for (let step = id; step !== top;) {
      const next = parents.get(step) as string;
      parents.set(step, top);
      step = next;
    }
    return top;
  };
  for (const { id, aliases } of records) {
    for (const alias of aliases) {
      const [from, to] = [find(alias), find(id)];
      if (from !== to) parents.set(from, to);
    }
  }

  const groups = new Map<string, Member[]>();
  for (const record of records) {
    const top = find(record.id);
    const group = groups.get(top);
    if (group === undefined) groups.set(top, [record]);
    else group.push(record);
  }
  return [...groups.values()].map(toGroup);
}

function toGroup<Member extends Aliased>(records: readonly Member[]): AliasGroup<Member> {
  const members = [...records].sort((a, b) => comparePreference(a.id, b.id));
  const ids = [...new Set(records.flatMap(({ id, aliases }) => [id, ...aliases]))].sort(compareText);
  return {
    id: preferredId(members, ids),
    ids,
    members,
  };
}

/**
 * The id to show of some ids. The best database decides; within it a record at hand comes before one that is only named as an
 * alias. `members` are sorted by preference.
 */
export function preferredId(members: readonly Aliased[], ids: readonly string[]): string {
  const [{ id: own }] = members as readonly [Aliased];
  const [best = own] = [...ids].sort(comparePreference);
  return rankOf(own) <= rankOf(best) ? own : best;
}

/** Ids by their databases: malware first, then GHSA, the databases of ecosystems, CVE, and distributors who repeat others; then by id. */
export function comparePreference(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareText(a, b);
}

/**
 * CVE comes after the databases of ecosystems, whose records name packages; ids of distributors who only repeat others
 * (Chainguard's CGA, Bitnami's BIT) come last.
 */
function rankOf(id: string): number {
  if (id.startsWith('MAL-')) return 0;
  if (id.startsWith('GHSA-')) return 1;
  if (id.startsWith('CVE-')) return 3;
  return id.startsWith('CGA-') || id.startsWith('BIT-') ? 4 : 2;
}
