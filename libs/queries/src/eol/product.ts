import { toEolCycle, type EolCycle, type Product } from '@stackcheck/eol-core';
import { defineQuery, metaFrom } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireProduct } from './require-product';

/** Every release cycle of a product, newest first. */
export interface EolProduct {
  readonly product: string;
  readonly label: string;
  readonly cycles: readonly EolCycle[];
}

/** All release cycles of the product with an id or alias. */
export const eolProduct = defineQuery<{ readonly product: string }, EolProduct>({
  id: 'eol_product',
  dataset: 'eol',
  answers: ref('EolProduct'),
  inspect: ({ product }, { data }) => void requireProduct(data('eol'), product),
  answer: ({ product }, { data, today }) => productOn(requireProduct(data('eol'), product).product, today),
  meta: metaFrom('eol'),
});

/** A product as of a UTC day. */
export function productOn({ id, label, cycles }: Product, today: string): EolProduct {
  return { product: id, label, cycles: cycles.map((cycle) => toEolCycle(cycle, today)) };
}
