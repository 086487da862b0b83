import type { PackageAdvisory } from '../evaluate/package-advisory';
import type { Ecosystem } from '../ecosystem/ecosystem-name';

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
  /** The longest listed path above a normalised Go path, which may be that of its module; of other ecosystems nothing. */
  listedAbove?(ecosystem: Ecosystem, path: string): string | undefined;
  /** Whether the record of this id, which may be about other packages, is known to be withdrawn. Absent: nothing is known. */
  isWithdrawn?(id: string): boolean;
}
