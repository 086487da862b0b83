import type { ProductIndex } from '../products/product-index';
import { sharedWord } from './shared-words';
import { spell } from '../products/spelling';
import { matchVersion } from '../matching/version-match';

/** Most suggestions of one answer. */
export const SUGGESTIONS_MAX = 5;

/** So many are asked whether they know a version. */
const ASKED_MAX = 12;

/** No name is longer; more of a text would only cost time. */
const COMPARED_CHARS_MAX = 200;

/**
 * At most five product ids that a caller may have meant by an unknown name, closest first, the same for the same
 * snapshot and text; none when none is close. A word that several products share lists those that are usually meant by it, the ones that
 * know the version first. The work is bounded: a text is compared only with names that can be near it.
 */
export function suggestProducts(index: ProductIndex, text: string, version?: string): readonly string[] {
  const meant = spell('', text.slice(0, COMPARED_CHARS_MAX));
  const costs = new Map<string, number>();
  index.names.near(meant, (id, cost) => {
    if (cost < (costs.get(id) ?? Infinity)) costs.set(id, cost);
  });
  const closest = [...costs].sort(([idA, costA], [idB, costB]) => costA - costB || (idA < idB ? -1 : 1));
  const shared = sharedWord(meant.squashed).filter((id) => index.get(id) !== undefined);
  const doubt = ([id]: readonly [string, number]): number => Number(!knows(index, id, version));
  // Of those about equally close the ones that know the version: `oracle` 19 is the database.
  const near = closest.slice(0, ASKED_MAX).sort((a, b) => Math.floor(a[1]) - Math.floor(b[1]) || doubt(a) - doubt(b));
  const ids = [...shared.sort((a, b) => doubt([a, 0]) - doubt([b, 0])), ...near.map(([id]) => id)];
  return [...new Set(ids)].slice(0, SUGGESTIONS_MAX);
}

function knows(index: ProductIndex, id: string, version: string | undefined): boolean {
  return version !== undefined && matchVersion(index.get(id)!, version) !== undefined;
}
