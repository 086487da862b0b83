import { LIMITS, ServiceError } from '@stackcheck/contract';
import type { EolIndex } from '@stackcheck/datasets/eol';
import { checkItems, type CheckItem, type CheckReport } from '@stackcheck/eol-core';
import { matchItem, suggestionsFor } from '@stackcheck/eol-core/matching';
import { mergeSuggestions } from '@stackcheck/eol-core/suggestions';
import { answerDay, type AsOfEcho, type AsOfInput } from '../query/as-of';
import { defineQuery, metaFrom } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { ref } from '../query/json-schema';
import type { PinnedSnapshot } from '../query/query';

/** A batch, and the day that it is about. */
export interface EolCheckInput extends AsOfInput {
  readonly items: readonly CheckItem[];
}

/**
 * Milliseconds of processor time for an item on another day than today, of a product with hundreds of cycles: on what day by day
 * is asked, what to move to is known already.
 */
const ITEM_OF_ANOTHER_DAY_MS = 0.3;

/** About how many milliseconds of processor time a batch takes; one of today takes less than one. */
export function costOfItems({ as_of: asOf }: AsOfInput, count: number): number {
  return asOf === undefined || asOf === null ? 0 : count * ITEM_OF_ANOTHER_DAY_MS;
}

/** How a batch of products and versions stands. */
export const eolCheck = defineQuery<EolCheckInput, CheckReport & AsOfEcho>({
  id: 'eol_check',
  dataset: 'eol',
  limits: { items: LIMITS.itemsMax },
  answers: ref('EolCheck'),
  inspect({ items, as_of }, { data, today }) {
    answerDay({ as_of }, { today });
    const snapshot = data('eol');
    const { products, packages } = snapshot.index;
    if (!items.some((item) => matchItem(products, item, packages).cycle !== undefined)) {
      throw noItemKnown(items, snapshot);
    }
  },
  answer({ items, as_of }, { data, today }) {
    const { day, echo } = answerDay({ as_of }, { today });
    const snapshot = data('eol');
    const { products, packages, complete } = snapshot.index;
    const report = checkItems(products, items, day, { complete, packages });
    if (report.matched === 0) throw noItemKnown(items, snapshot);
    return Object.assign({}, echo, report);
  },
  meta: metaFrom('eol'),
});

/** The 404 of a batch of which nothing is known, with what its items may have meant. */
export function noItemKnown(items: readonly CheckItem[], { manifest, index }: PinnedSnapshot<EolIndex>): ServiceError {
  const message = inSelection(manifest, 'none of the items is a known product and version');
  return new ServiceError('unknown_id', { message, suggestions: mergeSuggestions(suggestionsOf(items, index)) });
}

/** The suggestions for each item of which nothing is known, made one after the other. */
export function* suggestionsOf(
  items: readonly CheckItem[],
  { products, packages }: EolIndex,
): Generator<readonly string[]> {
  for (const item of items) yield suggestionsFor(products, item, matchItem(products, item, packages));
}
