import { matchVersion, type ProductIndex } from '@stackcheck/eol-core';
import type { ApartEntry, ApartReason, ProductEntry } from '../entries/entry';

/** What components of one file are, beyond packages that are judged as such and joined with their lifecycles there. */
export interface ComponentProducts {
  /** Each release cycle once per file, with the first line. */
  readonly products: readonly ProductEntry[];
  /** Components that name a product or system of which nothing can be said. */
  readonly apart: readonly ApartEntry[];
}

/** Gathers products, each release cycle once: an operating system is named by itself and by each of its packages. */
export class FoundProducts {
  private readonly products = new Map<string, ProductEntry>();
  private readonly apart = new Map<string, ApartEntry>();

  constructor(private readonly index: ProductIndex) {}

  add(product: string, version: string | null, from: string, line: number | undefined): void {
    const entry = this.index.get(product);
    const cycle = entry === undefined || version === null ? undefined : matchVersion(entry, version);
    const key = `${product}\0${cycle?.name ?? version ?? ''}`;
    const found = { product, version, from, ...(line !== undefined && { line }) };
    if (!this.products.has(key)) this.products.set(key, found);
  }

  addApart(name: string, why: ApartReason, line: number | undefined): void {
    const key = `${name}\0${why}`;
    if (!this.apart.has(key)) this.apart.set(key, { name, why, ...(line !== undefined && { line }) });
  }

  /** In the order of the file. */
  result(): ComponentProducts {
    return { products: [...this.products.values()], apart: [...this.apart.values()] };
  }
}
