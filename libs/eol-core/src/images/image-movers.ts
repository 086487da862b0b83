import { fullName, parseReference, toParts, type ImagePart, type ImageReference } from '@stackcheck/image-parser';
import { listedImage, type ImageTable } from '@stackcheck/image-parser/table';
import { matchImageVersion, type ImageVersionMatch } from '../matching/image-version-match';
import { bareVersion, longestPrefix } from '../matching/version-match';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate } from '../products/product';
import type { ProductIndex } from '../products/product-index';
import { Lately } from './reading/lately';
import type { ReadPart } from './reading/read-part';
import { movedTagOf } from './upgrades/image-upgrade';
import type { ImageMover, MovedTag } from './upgrades/moved-tag';

const REPOSITORIES_MAX = 1_000;
/** Of 40,000 tags of official images 25,000 should be left, for 4,500; a tag takes a kilobyte. */
const MOVED_TAGS_MAX = 5_000;

/** How images are read: found once for each day and repository that was asked about of late, and for each tag to move to. */
export function imageMovers(
  index: ProductIndex,
  table: ImageTable,
): (image: ImageReference, today: CalendarDate) => ImageMover {
  const movers = new Lately<ImageMover>(REPOSITORIES_MAX);
  const movedTags = new Lately<MovedTag>(MOVED_TAGS_MAX);
  return (image, today) =>
    movers.of(`${today} ${fullName(image)}`, (key) => {
      // All that is kept is read from the key, so that no request is.
      const repository = parseReference(key.slice(today.length + 1)) as ImageReference;
      const listed = listedImage(repository, table);
      const read = (reference: ImageReference): readonly ReadPart[] =>
        toParts(reference, table, listed).map((part) => {
          const product = part.product === null ? undefined : index.named(part.product);
          return { part, product, match: product && matchOf(product, part, today) };
        });
      const moved = (to: string): MovedTag =>
        movedTags.of(`${key}:${to}`, (own) => {
          const tag = own.slice(key.length + 1);
          return movedTagOf(tag, read({ ...repository, tag }), today);
        });
      return { table, listed, today, read, moved };
    });
}

function matchOf(product: IndexedProduct, part: ImagePart, today: CalendarDate): ImageVersionMatch | undefined {
  if (part.version === null) return undefined;
  if (part.cycle !== null) {
    const cycle = product.names.get(part.cycle.toLowerCase());
    return cycle && { cycle, floating: part.floating, olderThanListed: false };
  }
  if (part.rounding) return matchImageVersion(product, part.version, today);
  // Only what the version itself states: its exact cycle, or the longest one that it starts with.
  const cycle = longestPrefix(product, bareVersion(part.version.toLowerCase()));
  return cycle && { cycle, floating: false, olderThanListed: false };
}
