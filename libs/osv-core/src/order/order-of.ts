import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { alpine } from './alpine';
import { debian } from './debian';
import { maven } from './maven';
import { nuget } from './nuget';
import { cran, hackage } from './number-list';
import { packagist } from './packagist';
import { pypi } from './pypi';
import { rpm } from './rpm';
import { rubygems } from './rubygems';
import { fullSemver, go, pub, semver } from './semver';
import { isSingleVersion } from './single-version';
import { tag } from './tag';
import type { VersionOrder } from './version-order';

const BY_ECOSYSTEM: Readonly<Record<Ecosystem, VersionOrder>> = {
  npm: fullSemver,
  PyPI: pypi,
  Maven: maven,
  Go: go,
  RubyGems: rubygems,
  NuGet: nuget,
  Packagist: packagist,
  'crates.io': fullSemver,
  Hex: fullSemver,
  Pub: pub,
  SwiftURL: semver,
  Bitnami: semver,
  CRAN: cran,
  Hackage: hackage,
  ConanCenter: semver,
  Julia: semver,
  // opam compares as dpkg does, where the record's ecosystem documents an order at all.
  opam: debian,
  Debian: debian,
  Ubuntu: debian,
  Alpine: alpine,
  Wolfi: alpine,
  Chainguard: alpine,
  'Red Hat': rpm,
  'Rocky Linux': rpm,
  AlmaLinux: rpm,
  SUSE: rpm,
  openSUSE: rpm,
  openEuler: rpm,
  Mageia: rpm,
  'Azure Linux': rpm,
  'Photon OS': rpm,
  GIT: tag,
  'OSS-Fuzz': tag,
};

/** Characters of a version that its order reads; no version has a hundredth as many, and what is past them says nothing. */
const READ_MAX = 10_000;

/** Each order once, so that ecosystems of one order share it. */
const BOUNDED: ReadonlyMap<VersionOrder, VersionOrder> = new Map(
  Object.values(BY_ECOSYSTEM).map((order) => [order, bounded(order)]),
);

const ORDERS = Object.fromEntries(
  Object.entries(BY_ECOSYSTEM).map(([ecosystem, order]) => [ecosystem, BOUNDED.get(order)]),
) as Readonly<Record<Ecosystem, VersionOrder>>;

function bounded(order: VersionOrder): VersionOrder {
  const parse: VersionOrder['parse'] = (text) => order.parse(text.length > READ_MAX ? text.slice(0, READ_MAX) : text);
  // A tag may be any text: what it says is not read.
  if (order.unordered) return { ...order, parse };
  return {
    ...order,
    parse,
    accepts: (text) => isSingleVersion(text) && order.accepts(text),
    ...(order.mayBeListed && { mayBeListed: (text) => isSingleVersion(text) && order.mayBeListed!(text) }),
  };
}

/** The order in which an ecosystem's versions stand. */
export function orderOf(ecosystem: Ecosystem): VersionOrder {
  return ORDERS[ecosystem];
}
