import { matchVersion, type ProductIndex } from '@stackcheck/eol-core';

/** Whether a product and version are listed, and not how they stand: as much as the free check of an id tells. */
export function isKnown(products: ProductIndex, product: string, version: string): boolean {
  const found = products.find(product);
  return found !== undefined && matchVersion(found, version) !== undefined;
}
