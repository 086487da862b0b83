import { matchVersion, type ProductIndex } from '@stackcheck/eol-core';
import { suggestItems, suggestProducts } from '@stackcheck/eol-core/suggestions';
import type { Validation } from '../query/validation';

/** Judges a product, or `product@version`. Whether the version is supported is not told. */
export function validateEol(products: ProductIndex, id: string): Validation {
  const at = id.lastIndexOf('@');
  const split = at > 0 && at < id.length - 1;
  const name = split ? id.slice(0, at) : id;
  const product = products.find(name);
  const version = split ? id.slice(at + 1) : null;
  if (!product) {
    const suggestions = suggestProducts(products, name, version ?? undefined);
    return { valid: false, canonical: null, reason: 'unknown_product', suggestions };
  }
  if (version !== null && !matchVersion(product, version)) {
    const suggestions = suggestItems(products, { product: name, version }, product);
    return { valid: false, canonical: null, reason: 'unknown_version', suggestions };
  }
  const canonical = version === null ? product.product.id : `${product.product.id}@${version}`;
  return { valid: true, canonical, reason: null, suggestions: [] };
}
