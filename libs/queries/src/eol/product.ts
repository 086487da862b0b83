import type { EolIndex } from '@stackcheck/datasets/eol';
import { toEolCycle, type EolCycle } from '@stackcheck/eol-core';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { productAdvice } from '@stackcheck/eol-core/upgrades';
import { answerDay, type AsOfEcho, type AsOfInput } from '../query/as-of';
import { defineQuery, metaFrom } from '../query/define-query';
import { ref } from '../query/json-schema';
import { packagesOfProduct, type PackagesOfProduct } from './product-packages';
import { requireProduct } from './require-product';

/** Every release cycle of a product, newest first. */
export interface EolProduct extends AsOfEcho, PackagesOfProduct {
  readonly product: string;
  readonly label: string;
  /** Label of the long-term cycle that is supported longest; null where there is none. */
  readonly recommended: string | null;
  /** Label of the newest cycle that has not ended; null where there is none, or where names have no order. */
  readonly newest: string | null;
  readonly cycles: readonly EolCycle[];
}

/** A product, and the day that is asked about. */
export interface EolProductInput extends AsOfInput {
  readonly product: string;
}

/** All release cycles of the product with an id or alias. */
export const eolProduct = defineQuery<EolProductInput, EolProduct>({
  id: 'eol_product',
  dataset: 'eol',
  answers: ref('EolProduct'),
  inspect(input, { data, today }) {
    answerDay(input, { today });
    requireProduct(data('eol'), input.product);
  },
  answer(input, { data, today }) {
    const { day, echo } = answerDay(input, { today });
    const eol = data('eol');
    return productOn(eol.index, requireProduct(eol, input.product), day, echo);
  },
  meta: metaFrom('eol'),
});

/** A product as of a UTC day. @param eol the look-up that it is of */
export function productOn(
  eol: Pick<EolIndex, 'packages'>,
  indexed: IndexedProduct,
  day: string,
  echo: AsOfEcho = {},
): EolProduct {
  const { id, label, cycles } = indexed.product;
  const { recommended, newest } = productAdvice(indexed, day);
  return {
    product: id,
    label,
    ...echo,
    recommended: recommended?.name ?? null,
    newest: newest?.name ?? null,
    ...packagesOfProduct(eol, id),
    cycles: cycles.map((cycle) => toEolCycle(cycle, day)),
  };
}
