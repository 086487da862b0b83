import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import type { CooperativeTask } from '../tasks/cooperative-task';
import { imageRowsOf } from './image-rows';
import { toProducts } from './products';
import type { EolSnapshot } from './records';

/** What a loaded EOL snapshot is asked through. Built once per snapshot. */
export interface EolIndex {
  readonly products: ProductIndex;
  readonly images: ImageCatalogue;
  /** Undefined for records of version 1, which hold no identifiers. */
  readonly packages: ProductPackages | undefined;
  /** False for a starter's selection: products and cycles may be missing. */
  readonly complete: boolean;
}

/** Builds the look-ups of a snapshot. */
export function* indexEol(content: EolSnapshot, complete = true): CooperativeTask<EolIndex> {
  const products = new ProductIndex(yield* toProducts(content));
  yield;
  const images = new ImageCatalogue(products, yield* imageRowsOf(content));
  yield;
  yield* products.prepare();
  const packages = yield* ProductPackages.build(products, readPackageName);
  return { products, images, packages, complete };
}
