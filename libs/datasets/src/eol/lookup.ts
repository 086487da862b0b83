import { ImageCatalogue, ProductIndex } from '@stackcheck/eol-core';
import type { CooperativeTask } from '../tasks/cooperative-task';
import { imageRowsOf } from './image-rows';
import { toProducts } from './products';
import type { EolSnapshot } from './records';

/** What a loaded EOL snapshot is asked through. Built once per snapshot. */
export interface EolIndex {
  readonly products: ProductIndex;
  readonly images: ImageCatalogue;
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
  return { products, images, complete };
}
