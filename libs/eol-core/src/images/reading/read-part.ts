import type { ImagePart, ImageReference } from '@stackcheck/image-parser';
import type { ImageTable, ListedImage } from '@stackcheck/image-parser/table';
import type { ImageVersionMatch } from '../../matching/image-version-match';
import type { IndexedProduct } from '../../products/indexed-product';
import type { CalendarDate } from '../../products/product';
import type { Upgrade } from '../../upgrades/upgrade';

/** A part of an image with what it was found to be. */
export interface ReadPart {
  readonly part: ImagePart;
  readonly product: IndexedProduct | undefined;
  readonly match: ImageVersionMatch | undefined;
}

/** How references of one repository are read, from one snapshot and on one day. */
export interface ImageReader {
  readonly table: ImageTable;
  readonly listed: ListedImage;
  readonly today: CalendarDate;
  read(reference: ImageReference): readonly ReadPart[];
}

/** A part with where to move to from its cycle (`upgradeOf`). */
export interface AdvisedPart extends ReadPart {
  readonly upgrade: Upgrade | undefined;
}
