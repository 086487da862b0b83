import { ServiceError } from '@stackcheck/contract';
import type { EolIndex } from '@stackcheck/datasets/eol';
import { matchVersion, toEolCycle, type Cycle, type EolCycle } from '@stackcheck/eol-core';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { othersKnowing, suggestCycles } from '@stackcheck/eol-core/suggestions';
import { upgradeOf, type Upgrade } from '@stackcheck/eol-core/upgrades';
import { answerDay, type AsOfEcho, type AsOfInput } from '../query/as-of';
import { defineQuery, metaFrom } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { ref } from '../query/json-schema';
import type { PinnedSnapshot } from '../query/query';
import { packagesOfProduct, type PackagesOfProduct } from './product-packages';
import { requireProduct } from './require-product';

interface CycleInput extends AsOfInput {
  readonly product: string;
  /** Label of a cycle, or a version in it. */
  readonly cycle: string;
}

/** One release cycle with the product that it is of. */
export interface EolProductCycle extends EolCycle, AsOfEcho, PackagesOfProduct {
  readonly product: string;
  readonly label: string;
  /** Where the cycle should be left (`upgradeOf`). */
  readonly upgrade?: Upgrade;
}

/** The release cycle that a label or version belongs to. */
export const eolCycle = defineQuery<CycleInput, EolProductCycle>({
  id: 'eol_cycle',
  dataset: 'eol',
  answers: ref('EolProductCycle'),
  inspect(input, { data, today }) {
    answerDay(input, { today });
    requireCycle(data('eol'), input);
  },
  answer(input, { data, today }) {
    const { day, echo } = answerDay(input, { today });
    const snapshot = data('eol');
    const { indexed, cycle } = requireCycle(snapshot, input);
    const { id, label } = indexed.product;
    const upgrade = upgradeOf(indexed, cycle, day, { complete: snapshot.index.complete });
    return {
      product: id,
      label,
      ...echo,
      ...toEolCycle(cycle, day),
      ...packagesOfProduct(snapshot.index, id),
      ...(upgrade === undefined ? {} : { upgrade }),
    };
  },
  meta: metaFrom('eol'),
});

/**
 * The release cycle of this name, or that a version is in, with its product.
 * @throws ServiceError `unknown_id` with up to five closest ids or cycles
 */
export function requireCycle(
  snapshot: PinnedSnapshot<EolIndex>,
  input: { readonly product: string; readonly cycle: string },
): { readonly indexed: IndexedProduct; readonly cycle: Cycle } {
  const indexed = requireProduct(snapshot, input.product);
  const cycle = matchVersion(indexed, input.cycle);
  if (cycle) return { indexed, cycle };
  const others = othersKnowing(snapshot.index.products, { product: input.product, version: input.cycle }, indexed);
  const elsewhere = others.length === 0 ? '' : `; it is listed of ${others.map(({ id }) => id).join(', ')}`;
  throw new ServiceError('unknown_id', {
    message: inSelection(
      snapshot.manifest,
      `"${input.cycle}" belongs to no listed cycle of ${indexed.product.id}${elsewhere}; suggestions hold its closest cycles`,
    ),
    suggestions: suggestCycles(indexed, input.cycle),
  });
}
