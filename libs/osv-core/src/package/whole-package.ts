import type { Ecosystem } from '../ecosystem/ecosystem-name';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { BestMove } from './best-move';
import { ManyAdvisories } from './many-advisories';
import { PackageJudge } from './package-judge';

/** So many advisories are worth preparing for the package as a whole. */
export const MANY = 48;

const known = new WeakMap<readonly PackageAdvisory[], WholePackage>();

/** What is made of all advisories of a package: once for the same list, and each part only when it is needed. */
export function packageOf(advisories: readonly PackageAdvisory[], ecosystem: Ecosystem): WholePackage {
  let whole = known.get(advisories);
  if (whole === undefined) known.set(advisories, (whole = new WholePackage(advisories, ecosystem)));
  return whole;
}

class WholePackage {
  private prepared: ManyAdvisories | undefined;
  private judging: PackageJudge | undefined;
  private moving: BestMove | undefined;

  constructor(
    private readonly advisories: readonly PackageAdvisory[],
    private readonly ecosystem: Ecosystem,
  ) {}

  /** Of a package with many advisories what finds all that stands against a version. */
  get many(): ManyAdvisories {
    return (this.prepared ??= new ManyAdvisories(this.advisories, this.ecosystem));
  }

  /** Judges versions by positions. */
  get judge(): PackageJudge {
    if (this.advisories.length >= MANY) return this.many.judge;
    return (this.judging ??= new PackageJudge(this.advisories, this.ecosystem));
  }

  /** Finds where to move to. */
  get moves(): BestMove {
    const inOrder = this.advisories.length >= MANY ? this.many.sorted : this.advisories;
    return (this.moving ??= new BestMove(inOrder, this.judge));
  }
}
