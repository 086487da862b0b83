import type { ProductIndex } from '@stackcheck/eol-core';
import {
  findDistribution,
  findSystem,
  systemVersion,
  type ProductCpes,
  type SystemMatch,
} from '@stackcheck/eol-core/identifiers';
import type { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackage, readPackageName } from '@stackcheck/osv-core';
import type { Entries, IdentifiedEntry } from '../entries/entry';
import { percentDecoded } from '../syntax/percent';
import { FoundProducts, type ComponentProducts } from './found-products';

/** Products that components are held against, of one EOL snapshot. */
export interface ProductCatalogue {
  readonly index: ProductIndex;
  /** Undefined where the snapshot holds no identifiers. */
  readonly packages: ProductPackages | undefined;
  /** Undefined as `packages`. */
  readonly cpes: ProductCpes | undefined;
}

/**
 * Finds the products of a file's components: of what is identified by CPE or is an operating system, of the document's subject, and the
 * distributions that packages were built for. A package that is a product by its package URL is left to `ProductPackages`, and a
 * distribution's own package follows the distribution's support, whatever its CPE. Names are never matched but for those of
 * operating systems.
 */
export function findProducts(
  { packages, identified }: Pick<Entries, 'packages' | 'identified'>,
  catalogue: ProductCatalogue,
): ComponentProducts {
  const found = new FoundProducts(catalogue.index);
  for (const entry of identified) addIdentified(found, entry, catalogue);
  const seen = new Set<string>();
  for (const { purl, line } of packages) {
    const built = distributionOf(purl);
    if (built === undefined || seen.has(built.key)) continue;
    seen.add(built.key);
    const match = findDistribution(built.namespace, built.distro);
    addSystem(found, match, built.distro, `distro "${built.distro}"`, line);
  }
  return found.result();
}

function addIdentified(found: FoundProducts, entry: IdentifiedEntry, catalogue: ProductCatalogue): void {
  const { name, version, cpe, os = false, purl, line } = entry;
  if (os) {
    const match = findSystem(name, version);
    const whole = version === null ? name : `${name} ${version}`;
    if (match !== undefined || cpe === undefined)
      return addSystem(found, match, whole, `operating system "${whole}"`, line);
  } else if (purl !== undefined) {
    if (DISTRIBUTION.test(purl) || isPackageOfProduct(found, entry, purl, catalogue)) return;
  }
  if (cpe !== undefined) addCpe(found, entry, cpe, catalogue);
}

/**
 * Whether the package URL says which product the component is. It is judged as a package then, but for one that is in no list of
 * packages: the subject, and what has no version there. A name that is anyone's (`pkg:generic`) leaves it to the CPE.
 */
function isPackageOfProduct(
  found: FoundProducts,
  { subject, version, line }: IdentifiedEntry,
  purl: string,
  { packages }: ProductCatalogue,
): boolean {
  const name = packages === undefined ? undefined : readPackageName(purl);
  const owner = name === undefined ? undefined : packages?.ownerOf(name);
  if (owner?.kind !== 'product') return false;
  const read = readPackage(purl);
  if (subject === true || !read.ok) found.add(owner.entry.product.id, read.ok ? read.version : version, purl, line);
  return true;
}

function addCpe(found: FoundProducts, entry: IdentifiedEntry, cpe: string, { cpes }: ProductCatalogue): void {
  const { name, version, os = false, line } = entry;
  const owner = cpes?.ownerOf(cpe);
  if (owner?.kind === 'ambiguous') found.addApart(cpe, 'ambiguous', line);
  if (owner?.kind !== 'product') return;
  const stated = owner.version ?? version;
  const match = os ? systemVersion(owner.product, stated, name) : { product: owner.product, version: stated };
  found.add(match.product, match.version, cpe, line);
}

function addSystem(
  found: FoundProducts,
  match: SystemMatch | undefined,
  name: string,
  from: string,
  line: number | undefined,
): void {
  if (match === undefined) found.addApart(name, 'unsupported', line);
  else if (match.kind === 'no_lifecycle_data') found.addApart(name, 'no_lifecycle_data', line);
  else found.add(match.product, match.version, from, line);
}

/** Packages of distributions. */
const DISTRIBUTION = /^pkg:(?:deb|rpm|apk)\/([^/@?#]+)\//;

interface Built {
  readonly namespace: string;
  readonly distro: string;
  readonly key: string;
}

/** What the `distro` qualifier of a distribution's package says. */
function distributionOf(purl: string): Built | undefined {
  if (!purl.includes('distro=')) return undefined;
  const [, namespace] = DISTRIBUTION.exec(purl) ?? [];
  const [, written] = /[?&]distro=([^&#]+)/.exec(purl) ?? [];
  if (namespace === undefined || written === undefined) return undefined;
  const distro = percentDecoded(written);
  return { namespace, distro, key: `${namespace}/${distro}` };
}
