import { ServiceError } from '@stackcheck/contract';
import type { EolIndex } from '@stackcheck/datasets/eol';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { inSelection } from '../query/in-selection';
import type { PinnedSnapshot } from '../query/query';

/**
 * The product with this id or alias.
 * @throws ServiceError `unknown_id` with up to five closest ids
 */
export function requireProduct(
  { manifest, index: { products } }: PinnedSnapshot<EolIndex>,
  text: string,
): IndexedProduct {
  const found = products.find(text);
  if (found) return found;
  const suggestions = suggestProducts(products, text);
  throw new ServiceError('unknown_id', {
    message: inSelection(
      manifest,
      `product "${text}" is not in the dataset${suggestions.length > 0 ? '; see suggestions' : ''}`,
    ),
    suggestions,
  });
}
