import type { IndexedProduct } from '../products/indexed-product';
import type { ProductIndex } from '../products/product-index';
import { leadingNumbers } from '../versions/version-order';
import { KNOWN_PACKAGES } from './known-packages';
import { OTHER_NUMBERING, PARTLY_PUBLISHED, type PackageNumbering } from './package-numbering';

/** A package without its version: where it is published, and its name there in the one spelling it is looked up by. */
export interface PackageName {
  readonly ecosystem: string;
  /** Most specific first; the package is known under any of them. */
  readonly names: readonly string[];
}

/** Reads a package URL without a version; undefined where it names no package of a known ecosystem. */
export type ReadPackageName = (purl: string) => PackageName | undefined;

/** A package that is published in versions of its product. */
export interface ProductPackage {
  /** Package URL without a version. */
  readonly purl: string;
  /** Whether a version of the product was published under this name. */
  has(version: string): boolean;
}

/** Whose package it is. Names that anyone may use (`pkg:generic`), or that upstream gives to several products, are nobody's. */
export type PackageOwner =
  | { readonly kind: 'product'; readonly entry: IndexedProduct; has(version: string): boolean }
  | { readonly kind: 'ambiguous'; readonly products: readonly string[] };

/** Which packages are which products, both ways. Built once per snapshot. */
export class ProductPackages {
  private readonly owners = new Map<string, PackageOwner>();
  private readonly packages = new Map<string, ProductPackage[]>();

  private constructor(
    /** The products that packages are held against. */
    readonly index: ProductIndex,
    private readonly read: ReadPackageName,
  ) {}

  /**
   * From upstream's identifiers and the known packages; undefined where the snapshot holds no identifiers of any product.
   * Packages of distributions are left out: they carry fixes of their own, for as long as the distribution's release lives.
   */
  static of(products: ProductIndex, read: ReadPackageName): ProductPackages | undefined {
    const steps = ProductPackages.build(products, read);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** `of` in steps, for a program that has others to answer meanwhile. */
  static *build(index: ProductIndex, read: ReadPackageName): Generator<void, ProductPackages | undefined> {
    if (!index.products.some(({ product }) => product.identifiers !== undefined)) return undefined;
    const built = new ProductPackages(index, read);
    for (const entry of index.products) {
      const { identifiers = [] } = entry.product;
      for (const { type, id } of identifiers) if (type === 'purl') built.add(entry, id, read);
      yield;
    }
    for (const { product, purls } of KNOWN_PACKAGES) {
      const entry = index.get(product);
      for (const purl of entry === undefined ? [] : purls) built.add(entry!, purl, read);
    }
    return built;
  }

  /** The product that a package is; undefined for most, which are none. */
  ownerOf({ ecosystem, names }: PackageName): PackageOwner | undefined {
    for (const name of names) {
      const owner = this.owners.get(keyOf(ecosystem, name));
      if (owner !== undefined) return owner;
    }
    return undefined;
  }

  /** The product that a package URL without a version names; undefined where it names none, or cannot be read. */
  ownerNamed(purl: string): PackageOwner | undefined {
    const name = this.read(purl);
    return name && this.ownerOf(name);
  }

  /** The packages in which a product is published, as far as its versions are theirs. */
  packagesOf(productId: string): readonly ProductPackage[] {
    return this.packages.get(productId) ?? [];
  }

  private add(entry: IndexedProduct, purl: string, read: ReadPackageName): void {
    const kind = KINDS.get(/^pkg:([a-z]+)\//.exec(purl)?.[1] ?? '');
    if (kind === undefined || OTHER_NUMBERING.some((one) => isAbout(one, purl))) return;
    const name = read(purl);
    const last = name?.names.at(-1);
    if (name === undefined || last === undefined) return;
    const has = publishedIn(purl);
    const key = keyOf(name.ecosystem, last);
    const known = this.owners.get(key);
    const { id } = entry.product;
    if (known === undefined) {
      this.owners.set(key, kind === 'anyone' ? { kind: 'ambiguous', products: [id] } : { kind: 'product', entry, has });
      if (kind === 'registry') this.packages.set(id, [...this.packagesOf(id), { purl, has }]);
      return;
    }
    const others = known.kind === 'ambiguous' ? known.products : [known.entry.product.id];
    if (others.includes(id)) return;
    this.owners.set(key, { kind: 'ambiguous', products: [...others, id].sort() });
    for (const other of others) {
      this.packages.set(
        other,
        this.packagesOf(other).filter((one) => keyOfPurl(one.purl, read) !== key),
      );
    }
  }
}

/** What a type of package URLs names; those of distributions, containers and installers are none of these. */
const KINDS: ReadonlyMap<string, 'registry' | 'repository' | 'anyone'> = new Map([
  ...(
    ['npm', 'pypi', 'maven', 'gem', 'nuget', 'composer', 'golang', 'cargo', 'hex', 'pub', 'cran', 'hackage'] as const
  ).map((type) => [type, 'registry'] as const),
  // Its versions are tags, of which advisories of the packages do not speak.
  ...(['github', 'bitbucket'] as const).map((type) => [type, 'repository'] as const),
  ['generic', 'anyone'],
]);

function keyOf(ecosystem: string, name: string): string {
  return `${ecosystem} ${name}`;
}

function keyOfPurl(purl: string, read: ReadPackageName): string | undefined {
  const name = read(purl);
  return name && keyOf(name.ecosystem, name.names.at(-1) ?? '');
}

function isAbout({ purl: about }: PackageNumbering, purl: string): boolean {
  const bare = purl.replace(/[?#].*$/, '');
  return about.endsWith('*') ? bare.startsWith(about.slice(0, -1)) : bare.toLowerCase() === about.toLowerCase();
}

function publishedIn(purl: string): (version: string) => boolean {
  const limits = PARTLY_PUBLISHED.find((one) => isAbout(one, purl));
  if (limits === undefined) return () => true;
  const { from = 0, below = Infinity } = limits;
  return (version) => {
    const first = leadingNumbers(version.replace(/^v/i, ''))?.[0];
    return first !== undefined && first >= from && first < below;
  };
}
