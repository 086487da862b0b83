import { toEolCycle, type EolCycle } from '@stackcheck/eol-core';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { productAdvice } from '@stackcheck/eol-core/upgrades';
import { defineQuery, metaFrom } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireProduct } from './require-product';

/** Every release cycle of a product, newest first. */
export interface EolProduct {
  readonly product: string;
  readonly label: string;
  /** Label of the long-term cycle that is supported longest; null where there is none. */
  readonly recommended: string | null;
  /** Label of the newest cycle that has not ended; null where there is none, or where names have no order. */
  readonly newest: string | null;
  readonly cycles: readonly EolCycle[];
}

/** All release cycles of the product with an id or alias. */
export const eolProduct = defineQuery<{ readonly product: string }, EolProduct>({
  id: 'eol_product',
  dataset: 'eol',
  answers: ref('EolProduct'),
  inspect: ({ product }, { data }) => void requireProduct(data('eol'), product),
  answer: ({ product }, { data, today }) => productOn(requireProduct(data('eol'), product), today),
  meta: metaFrom('eol'),
});

/** A product as of a UTC day. */
export function productOn(indexed: IndexedProduct, today: string): EolProduct {
  const { id, label, cycles } = indexed.product;
  const { recommended, newest } = productAdvice(indexed, today);
  return {
    product: id,
    label,
    recommended: recommended?.name ?? null,
    newest: newest?.name ?? null,
    cycles: cycles.map((cycle) => toEolCycle(cycle, today)),
  };
}
