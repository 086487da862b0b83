import { SpelledNames } from '@stackcheck/contract/spelling';
import { fullName, type ImageReference } from '@stackcheck/image-parser';
import type { ProductIndex } from '../products/product-index';
import { Lately } from './reading/lately';
import { suggestProducts, SUGGESTIONS_MAX } from '../suggestions/suggest';

/** A shorter last segment of somebody's own repository (`acme/app`) resembles product names by chance. */
const OWN_SEGMENT_CHARS_MIN = 5;

/** So many repositories are remembered: somebody's own images are asked about with one tag after another. */
const REPOSITORIES_MAX = 1_000;

/** What an unknown repository may have been meant to be. */
export interface MeantImage {
  /** The known image that is written nearly so. */
  readonly nearest: string | undefined;
  /** At most five names, closest first: that image, then ids of products that the last path segment resembles. */
  readonly suggestions: readonly string[];
}

/**
 * Says what unknown repositories may mean, whatever their tags.
 * @param images full names of known images, read when the first repository is not known
 */
export function meantImages(
  index: ProductIndex,
  images: () => Iterable<string>,
): (reference: ImageReference) => MeantImage {
  const lately = new Lately<MeantImage>(REPOSITORIES_MAX);
  let names: SpelledNames | undefined;
  return (reference) =>
    lately.of(fullName(reference), (name) => {
      names ??= new SpelledNames([...images()].map(shortName));
      const { repository } = reference;
      const nearest = names.nearest(shortName(name));
      const segment = repository.slice(repository.lastIndexOf('/') + 1);
      const isByChance = segment.length < repository.length && segment.length < OWN_SEGMENT_CHARS_MIN;
      const products = isByChance ? [] : suggestProducts(index, segment);
      const found = new Set(nearest === undefined ? products : [nearest, ...products]);
      return { nearest, suggestions: [...found].slice(0, SUGGESTIONS_MAX) };
    });
}

/** As callers write it: without the default registry and its `library/`. */
function shortName(name: string): string {
  return name.replace(/^docker\.io\/(library\/)?/, '');
}
