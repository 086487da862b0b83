import { SpelledNames } from '@stackcheck/contract/spelling';
import { fullName, type ImageReference } from '@stackcheck/image-parser';
import type { ProductIndex } from '../products/product-index';
import { suggestProducts, SUGGESTIONS_MAX } from '../suggestions/suggest';

/** The names under which images are known, as callers write them: without the default registry and its `library/`. */
export function imageNames(images: Iterable<string>): SpelledNames {
  return new SpelledNames([...images].map(shortName));
}

/** The known image that an unknown repository was most likely meant to be. */
export function nearestImage(reference: ImageReference, names: SpelledNames): string | undefined {
  return names.nearest(shortName(fullName(reference)));
}

/** A shorter last segment of somebody's own repository (`acme/app`) resembles product names by chance. */
const OWN_SEGMENT_CHARS_MIN = 5;

/**
 * At most five names for an unknown repository, closest first: a known image that is written nearly so, then ids of products that
 * its last path segment resembles.
 */
export function suggestImages(reference: ImageReference, names: SpelledNames, index: ProductIndex): readonly string[] {
  const { repository } = reference;
  const image = nearestImage(reference, names);
  const segment = repository.slice(repository.lastIndexOf('/') + 1);
  const isByChance = segment.length < repository.length && segment.length < OWN_SEGMENT_CHARS_MIN;
  const products = isByChance ? [] : suggestProducts(index, segment);
  return [...new Set([...(image === undefined ? [] : [image]), ...products])].slice(0, SUGGESTIONS_MAX);
}

function shortName(name: string): string {
  return name.replace(/^docker\.io\/(library\/)?/, '');
}
