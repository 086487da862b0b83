import { indexProduct, type IndexedProduct } from './indexed-product';
import type { Product } from './product';
import { ProductNames } from './product-names';
import { spellingsOf, type Spelling } from './spelling';

/** Look-up of products by id or alias. Built once per snapshot; all of it is immutable. */
export class ProductIndex {
  /** All product ids in code-unit order. */
  readonly ids: readonly string[];
  /** All products, in the snapshot's order. */
  readonly products: readonly IndexedProduct[];
  private knownNames: ProductNames | undefined;
  private readonly byId: ReadonlyMap<string, IndexedProduct>;
  private readonly byName: ReadonlyMap<string, IndexedProduct>;

  /**
   * @throws Error with `code` `duplicate` and the `place` of a product, e.g. `products[2]`, when two bear the same id: such a
   * snapshot has no single answer
   */
  constructor(products: readonly Product[]) {
    this.products = products.map(indexProduct);
    this.byId = new Map(this.products.map((entry) => [entry.product.id, entry]));
    if (this.byId.size !== products.length) {
      const seen = new Set<string>();
      const place = `products[${products.findIndex(({ id }) => seen.size === seen.add(id).size)}]`;
      throw Object.assign(new Error('two products of the snapshot bear the same id'), { code: 'duplicate', place });
    }
    this.byName = byName(this.products);
    this.ids = [...this.byId.keys()].sort();
  }

  /** Every way to write a product; made when the first text is no exact name. */
  get names(): ProductNames {
    return (this.knownNames ??= new ProductNames(spellingsOf(this.products)));
  }

  /** Makes in steps what would otherwise be made, all of it at once, when it is first asked for. */
  *prepare(): Generator<void, void, void> {
    const spellings: Spelling[] = [];
    for (const spelling of spellingsOf(this.products)) {
      spellings.push(spelling);
      yield;
    }
    this.knownNames = new ProductNames(spellings);
  }

  /** The product with exactly this id. */
  get(id: string): IndexedProduct | undefined {
    return this.byId.get(id);
  }

  /** The product with this id or alias, as written or else trimmed and lower-cased: what data says, and images are called. */
  named(text: string): IndexedProduct | undefined {
    return this.byName.get(text) ?? this.byName.get(text.trim().toLowerCase());
  }

  /**
   * The product a caller means: by id or alias, then by id, alias or display name but for case and punctuation (`Node.js`,
   * `Spring Boot`, `.NET`). Never a similar name, and never one of several; those are for `suggestProducts`.
   */
  find(text: string): IndexedProduct | undefined {
    return this.named(text) ?? this.written(text);
  }

  private written(text: string): IndexedProduct | undefined {
    const id = this.names.idOf(text);
    return id === undefined ? undefined : this.byId.get(id);
  }
}

/** Ids before aliases, and both before their lower-cased forms, so that no alias can hide another product's id. */
function byName(products: readonly IndexedProduct[]): Map<string, IndexedProduct> {
  const names = new Map<string, IndexedProduct>();
  const add = (name: string, entry: IndexedProduct): void => {
    if (!names.has(name)) names.set(name, entry);
  };
  for (const entry of products) add(entry.product.id, entry);
  for (const entry of products) for (const alias of entry.product.aliases) add(alias, entry);
  for (const entry of products) add(entry.product.id.toLowerCase(), entry);
  for (const entry of products) for (const alias of entry.product.aliases) add(alias.toLowerCase(), entry);
  return names;
}
