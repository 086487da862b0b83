import type { PackageAdvisory } from '../evaluate/package-advisory';
import type { VersionQuery } from '../evaluate/evaluate';
import { groupByAlias } from '../advisory/groups';
import { misfit } from '../order/advisable';
import { ratingOf } from '../advisory/rating';
import type { PackageJudge } from './package-judge';

/** The places in the list of the advisories of one vulnerability, which stand. */
type Group = readonly number[];

/** For a release, or for all of them: how much stands against each position. */
interface Burden {
  readonly all: Int32Array;
  /** Those of level high or critical. */
  readonly severe: Int32Array;
  /** Undefined where nothing is known to be malware. */
  readonly malware: Int32Array | undefined;
}

/** Releases of which that is remembered at a time. */
const RELEASES_MAX = 16;

/**
 * Where to move to when no version is free of all that stands against it. A vulnerability is all standing records of the package
 * that aliases join, rated as a whole.
 */
export class BestMove {
  private readonly groups: readonly Group[];
  private readonly severe: readonly Group[];
  private readonly malware: readonly Group[];
  private readonly burdens = new Map<string, Burden>();

  constructor(
    private readonly advisories: readonly PackageAdvisory[],
    private readonly judge: PackageJudge,
  ) {
    const standing = advisories.flatMap(({ advisory: { id, aliases, kind, rating, withdrawn } }, at) =>
      withdrawn === null ? [{ id, aliases, kind, rating, at }] : [],
    );
    const groups = groupByAlias(standing);
    const placesOf = (chosen: typeof groups): readonly Group[] =>
      chosen.map(({ members }) => members.map(({ at }) => at));
    this.groups = placesOf(groups);
    this.malware = standing.flatMap(({ kind, at }) => (kind === 'malware' ? [[at]] : []));
    this.severe = placesOf(groups.filter(({ members }) => isSevere(ratingOf(members.map(({ rating }) => rating)))));
  }

  /**
   * Of the versions that advisories name and that are newer than the one asked about, the one against which the fewest of these
   * exploited vulnerabilities stand, then the fewest of high and critical level, then the fewest in all; of equals the lowest.
   * Never one that is malware, and one of another flavour or a pre-release only where no release of the same flavour is better than to
   * stay. Null where none is.
   * @param exploited the ids of each vulnerability that stands against the version and is exploited
   */
  versionFor(query: VersionQuery, key: unknown, exploited: readonly (readonly string[])[]): string | null {
    const { judge } = this;
    const { all, severe, malware } = this.burdenFor(query);
    const worst = exploited.length === 0 ? undefined : judge.countGroups(query, this.groupsWith(exploited));
    const named = judge.namedFor(query);
    const isBetter = (a: number, b: number): boolean => {
      const sign =
        (worst === undefined ? 0 : (worst[a] as number) - (worst[b] as number)) ||
        (severe[a] as number) - (severe[b] as number) ||
        (all[a] as number) - (all[b] as number);
      return sign < 0;
    };
    const position = judge.positionOf(key);
    const misfitOf = misfit(query.ecosystem, query.version);
    const bestOf = (misfitMax: number): string | null => {
      let best = position;
      for (let at = position + 1 + (position & 1); at < all.length; at += 2) {
        const version = named[at >> 1];
        if (version === undefined || (malware?.[at] ?? 0) > 0 || !isBetter(at, best)) continue;
        if (misfitOf(version) <= misfitMax) best = at;
      }
      return best === position ? null : (named[best >> 1] as string);
    };
    return bestOf(0) ?? bestOf(1) ?? bestOf(2);
  }

  /** The groups that any of these ids is of: each as a whole, and once. */
  private groupsWith(ids: readonly (readonly string[])[]): readonly Group[] {
    const wanted = new Set(ids.flat());
    return this.groups.filter((group) =>
      group.some((at) => wanted.has((this.advisories[at] as PackageAdvisory).advisory.id)),
    );
  }

  private burdenFor(query: VersionQuery): Burden {
    const key = query.release === null ? '' : query.release.join('.');
    let burden = this.burdens.get(key);
    if (burden === undefined) {
      if (this.burdens.size >= RELEASES_MAX) this.burdens.clear();
      const { judge, groups, severe, malware } = this;
      burden = {
        all: judge.countGroups(query, groups),
        severe: judge.countGroups(query, severe),
        malware: malware.length === 0 ? undefined : judge.countGroups(query, malware),
      };
      this.burdens.set(key, burden);
    }
    return burden;
  }
}

function isSevere({ severity }: ReturnType<typeof ratingOf>): boolean {
  return severity === 'high' || severity === 'critical';
}
