import { LIMITS, ServiceError } from '@stackcheck/contract';
import type { CheckItem } from '@stackcheck/eol-core';
import { parseItemsQuery } from '@stackcheck/eol-core/matching';

/**
 * The items of a batch that was written as one text, `product@version` pairs separated by commas.
 * @throws ServiceError `bad_request` or `too_many_items`
 */
export function itemsOfText(text: string): readonly CheckItem[] {
  const parsed = parseItemsQuery(text);
  if ('fault' in parsed) throw new ServiceError('bad_request', { message: parsed.fault });
  const { items } = parsed;
  if (items.length > LIMITS.itemsMax) {
    throw new ServiceError('too_many_items', {
      message: `items holds ${items.length} pairs; at most ${LIMITS.itemsMax} are allowed`,
    });
  }
  items.forEach(requireLengths);
  return items;
}

/** What the form of an item demands where items are objects. */
function requireLengths(item: CheckItem, index: number): void {
  for (const side of ['product', 'version'] as const) {
    if (item[side].length > LIMITS.idCharsMax) {
      throw new ServiceError('bad_request', {
        message: `items[${index}].${side} must be 1 to ${LIMITS.idCharsMax} characters long`,
      });
    }
  }
}
