import { SpelledNames } from '@stackcheck/contract/spelling';
import { fullName, type ImageReference } from '@stackcheck/image-parser';
import type { ProductIndex } from '../products/product-index';
import { suggestProducts, SUGGESTIONS_MAX } from '../suggestions/suggest';

/** A shorter last segment of somebody's own repository (`acme/app`) resembles product names by chance. */
const OWN_SEGMENT_CHARS_MIN = 5;

/** So many repositories are remembered at a time: somebody's own images are asked about with one tag after another. */
const REPOSITORIES_MAX = 1_000;

/** What an unknown repository may have been meant to be. */
export interface MeantImage {
  /** The known image that is written nearly so. */
  readonly nearest: string | undefined;
  /** At most five names, closest first: that image, then ids of products that the last path segment resembles. */
  readonly suggestions: readonly string[];
}

/** What unknown repositories may mean, of one snapshot; looked for once for each repository, whatever its tags. */
export class UnknownImages {
  private knownNames: SpelledNames | undefined;
  private readonly lately = new Map<string, MeantImage>();

  /** @param images full names of known images, read when the first repository is not known */
  constructor(
    private readonly index: ProductIndex,
    private readonly images: () => Iterable<string>,
  ) {}

  meant(reference: ImageReference): MeantImage {
    const name = fullName(reference);
    let meant = this.lately.get(name);
    if (meant === undefined) {
      meant = this.find(shortName(name), reference.repository);
      if (this.lately.size === REPOSITORIES_MAX) this.lately.clear();
      this.lately.set(name, meant);
    }
    return meant;
  }

  private find(name: string, repository: string): MeantImage {
    this.knownNames ??= new SpelledNames([...this.images()].map(shortName));
    const nearest = this.knownNames.nearest(name);
    const segment = repository.slice(repository.lastIndexOf('/') + 1);
    const isByChance = segment.length < repository.length && segment.length < OWN_SEGMENT_CHARS_MIN;
    const products = isByChance ? [] : suggestProducts(this.index, segment);
    const names = new Set(nearest === undefined ? products : [nearest, ...products]);
    return { nearest, suggestions: [...names].slice(0, SUGGESTIONS_MAX) };
  }
}

/** As callers write it: without the default registry and its `library/`. */
function shortName(name: string): string {
  return name.replace(/^docker\.io\/(library\/)?/, '');
}
