import { ServiceError } from '@stackcheck/contract';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import type { EolView } from '../define-route';
import { inSelection } from '../in-selection';

/**
 * The product with this id or alias.
 * @throws ServiceError `unknown_id` with up to five closest ids
 */
export function requireProduct({ manifest, index: { products } }: EolView, text: string): IndexedProduct {
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
