import type { EolIndex } from '@stackcheck/datasets/eol';
import { matchItem, suggestionsFor } from '@stackcheck/eol-core/matching';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import type { Validation } from '../query/validation';

/** Judges a product, or `product@version`; a product may be a package URL. Whether the version is supported is not reported. */
export function validateEol({ products, packages }: Pick<EolIndex, 'products' | 'packages'>, id: string): Validation {
  const at = id.lastIndexOf('@');
  const split = at > 0 && at < id.length - 1;
  const name = split ? id.slice(0, at) : id;
  const version = split ? id.slice(at + 1) : null;
  const item = { product: name, version: version ?? '' };
  const matched = matchItem(products, item, packages);
  const { entry: product, cycle } = matched;
  if (!product) {
    const suggestions = /^\s*pkg:/i.test(name)
      ? suggestionsFor(products, item, matched)
      : suggestProducts(products, name, version ?? undefined);
    return { valid: false, canonical: null, reason: 'unknown_product', suggestions };
  }
  if (version !== null && cycle === undefined) {
    const suggestions = suggestionsFor(products, item, matched);
    return { valid: false, canonical: null, reason: 'unknown_version', suggestions };
  }
  const canonical = version === null ? product.product.id : `${product.product.id}@${version}`;
  return { valid: true, canonical, reason: null, suggestions: [] };
}
