import { toEolCycle, type Product } from '@stackcheck/eol-core';

const texts = new WeakMap<Product, { readonly today: string; readonly text: string }>();

/**
 * The `data` of a product's answer as JSON. Made once per day and kept as long as the snapshot that the product is of: to make
 * it takes longer than all other computing of the answer.
 * @param today UTC day, `YYYY-MM-DD`
 */
export function productText(product: Product, today: string): string {
  const known = texts.get(product);
  if (known?.today === today) return known.text;
  const { id, label, cycles } = product;
  const text = JSON.stringify({ product: id, label, cycles: cycles.map((cycle) => toEolCycle(cycle, today)) });
  texts.set(product, { today, text });
  return text;
}
