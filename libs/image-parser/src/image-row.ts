import type { ImageRow } from './image-table-row';

/** A row with the defaults of an ordinary image. */
export function image(product: string | null, name: string, habits: Partial<ImageRow> = {}): ImageRow {
  return {
    kind: 'image',
    image: name,
    product,
    version: null,
    readsName: false,
    java: null,
    rounding: true,
    leadingRevision: false,
    versions: [],
    variants: [],
    ...habits,
  };
}
