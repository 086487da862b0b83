import { indexLookup, type OsvIndex } from '@stackcheck/datasets/advisories';
import type { AdvisoryPack } from './open-pack';

/**
 * What the questions about packages are asked through, on a pack: the same answers as on the index file that it was made of.
 * @param complete whether it holds all advisories of its ecosystems; of a starter's selection the absence of one says nothing
 */
export function indexPack(pack: AdvisoryPack, complete: boolean): OsvIndex<AdvisoryPack> {
  return indexLookup(pack, complete, () => pack.table);
}
