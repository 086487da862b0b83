import type { CalendarDate } from '../products/product';
import type { UpgradeOptions } from '../upgrades/upgrade';
import { lifecycleOf, type PackageLifecycle, type VersionedPackage } from './package-lifecycle';
import type { ProductPackages } from './product-packages';

/** Which packages are products, by one EOL snapshot. */
export interface PackageSource {
  /** Undefined where the snapshot holds no identifiers. */
  readonly packages?: ProductPackages | undefined;
  /** False for a selection, which lacks most products; true unless said. */
  readonly complete?: boolean;
}

/** Why it is not known whether a package is a product: no data, data without identifiers, or a selection that does not name it. */
export const NO_LIFECYCLE_REASONS = ['no_data', 'no_identifiers', 'incomplete_data'] as const;

/** One of these. */
export type NoLifecycleReason = (typeof NO_LIFECYCLE_REASONS)[number];

/** What is said of the support of a package, in wire names. */
export interface PackageSupport {
  /** Null where the package is no product, cannot be read, or `lifecycle_reason` says why nothing is known. */
  readonly lifecycle: PackageLifecycle | null;
  readonly lifecycle_reason?: NoLifecycleReason;
}

/** One entry of a batch of package URLs. */
interface Sent {
  readonly index: number;
  readonly purl: string;
}

interface Report {
  readonly results: readonly Sent[];
  readonly unresolved: readonly Sent[];
}

/** The same report with what is said of each package. */
type Supported<Whole extends Report> = Omit<Whole, keyof Report> & {
  readonly results: readonly (Whole['results'][number] & PackageSupport)[];
  readonly unresolved: readonly (Whole['unresolved'][number] & PackageSupport)[];
};

/** A package version, or that there is none. */
export type PackageReading = ({ readonly ok: true } & VersionedPackage) | { readonly ok: false };

/** How packages are read, and what they are held against. */
export interface LifecycleJoin {
  /** The package version that a package URL names, or that it names none. */
  readonly read: (purl: string) => PackageReading;
  /** Undefined where no EOL data are at hand. */
  readonly source: PackageSource | undefined;
  readonly today: CalendarDate;
  /** Days of support that a caller demands of what to move to. */
  readonly clearDays?: number | undefined;
}

/** A report on packages with the support of each as its last members. */
export function withLifecycles<Whole extends Report>(report: Whole, join: LifecycleJoin): Supported<Whole> {
  const supports = report.results.map(({ purl }) => packageSupport(join, purl));
  const supported = <Entry extends Sent>(entry: Entry) =>
    Object.assign({}, entry, supports[entry.index] as PackageSupport);
  return { ...report, results: report.results.map(supported), unresolved: report.unresolved.map(supported) };
}

/** What is said of the support of one package URL. */
export function packageSupport({ read, source, today, clearDays = 0 }: LifecycleJoin, purl: string): PackageSupport {
  const named = read(purl);
  if (!named.ok) return { lifecycle: null };
  if (source === undefined) return { lifecycle: null, lifecycle_reason: 'no_data' };
  const { packages, complete = true } = source;
  if (packages === undefined) return { lifecycle: null, lifecycle_reason: 'no_identifiers' };
  const options: UpgradeOptions = { complete, clearDays };
  const lifecycle = lifecycleOf(packages, named, today, options);
  if (lifecycle !== undefined) return { lifecycle };
  return complete ? { lifecycle: null } : { lifecycle: null, lifecycle_reason: 'incomplete_data' };
}
