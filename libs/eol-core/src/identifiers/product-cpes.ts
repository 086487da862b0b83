import type { IndexedProduct } from '../products/indexed-product';
import type { ProductIndex } from '../products/product-index';
import { systemVersion } from './find-system';
import { readCpe, type Cpe } from './read-cpe';

/** Whose CPE it is. One that upstream gives to several products is nobody's. */
export type CpeOwner =
  | {
      readonly kind: 'product';
      /** Product id. */
      readonly product: string;
      /** Of the CPE, as the product's cycles are found; null where it names none. */
      readonly version: string | null;
    }
  | { readonly kind: 'ambiguous'; readonly products: readonly string[] };

/** Which product a CPE names, by its part, vendor and product (`a:nginx:nginx`). Built once per snapshot. */
export class ProductCpes {
  private readonly owners = new Map<string, IndexedProduct[]>();

  private constructor() {}

  /** From upstream's identifiers; undefined where the snapshot holds none of any product. */
  static of(index: ProductIndex): ProductCpes | undefined {
    if (!index.products.some(({ product }) => product.identifiers !== undefined)) return undefined;
    const cpes = new ProductCpes();
    for (const entry of index.products) {
      for (const { type, id } of entry.product.identifiers ?? []) {
        const cpe = type === 'cpe' ? readCpe(id) : undefined;
        if (cpe !== undefined) cpes.add(keyOf(cpe.part, cpe), entry);
      }
    }
    return cpes;
  }

  /** The product that a CPE names; undefined for most, which name none, and for texts that are no CPE. */
  ownerOf(text: string): CpeOwner | undefined {
    const cpe = readCpe(text);
    if (cpe === undefined) return undefined;
    const parts = cpe.part === '*' ? ['a', 'o', 'h'] : [cpe.part];
    const found = new Set(parts.flatMap((part) => this.owners.get(keyOf(part, cpe)) ?? []));
    const [entry] = found;
    if (entry === undefined) return undefined;
    if (found.size > 1) return { kind: 'ambiguous', products: [...found].map(({ product }) => product.id).sort() };
    return { kind: 'product', ...versionOf(entry, cpe) };
  }

  private add(key: string, entry: IndexedProduct): void {
    const known = this.owners.get(key);
    if (known === undefined) this.owners.set(key, [entry]);
    else if (!known.includes(entry)) known.push(entry);
  }
}

function versionOf({ product }: IndexedProduct, { version, update }: Cpe) {
  if (product.category !== 'os') return { product: product.id, version };
  const whole = version !== null && update?.startsWith('sp') ? `${version}-${update}` : version;
  const system = systemVersion(product.id, whole);
  return { product: system.product, version: system.version };
}

function keyOf(part: string, { vendor, product }: Cpe): string {
  return `${part}:${vendor}:${product}`;
}
