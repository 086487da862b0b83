import { matchVersion, type ProductIndex } from '@stackcheck/eol-core';
import { suggestCycles, suggestProducts } from '@stackcheck/eol-core/suggestions';
import type { Validation } from '../query/validation';

/** Judges a product, or `product@version`. Whether the version is supported is not told. */
export function validateEol(products: ProductIndex, id: string): Validation {
  const at = id.lastIndexOf('@');
  const split = at > 0 && at < id.length - 1;
  const name = split ? id.slice(0, at) : id;
  const product = products.find(name);
  if (!product) {
    return { valid: false, canonical: null, reason: 'unknown_product', suggestions: suggestProducts(products, name) };
  }
  const version = split ? id.slice(at + 1) : null;
  if (version !== null && !matchVersion(product, version)) {
    const suggestions = suggestCycles(product, version).map((cycle) => `${product.product.id}@${cycle}`);
    return { valid: false, canonical: null, reason: 'unknown_version', suggestions };
  }
  const canonical = version === null ? product.product.id : `${product.product.id}@${version}`;
  return { valid: true, canonical, reason: null, suggestions: [] };
}
