import type { ImageTable } from './image-table';
import type { ImageRow } from './image-table-row';
import { fullName } from './reference';
import type { ImageReference } from './types';

/** The full name under which the table lists an image: the original's where a mirror serves it. */
export function listedName(reference: ImageReference, table: ImageTable): string {
  const name = fullName(reference);
  const { registry } = reference;
  const of = table.mirrors.get(registry);
  if (of !== undefined) return of + name.slice(registry.length);
  const end = name.indexOf('/', registry.length + 1);
  const ofFolder = end < 0 ? undefined : table.mirrors.get(name.slice(0, end));
  return ofFolder === undefined ? name : ofFolder + name.slice(end);
}

/** The row of exactly this listed name, else of the nearest folder that it lies in. */
export function findRow(name: string, table: ImageTable): ImageRow | undefined {
  const exact = table.images.get(name);
  if (exact !== undefined) return exact;
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const row = table.folders.get(name.slice(0, end));
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Where the table lists an image, whatever its tag. */
export interface ListedImage {
  /** As of `listedName`. */
  readonly name: string;
  /** Undefined where the table says nothing of it. */
  readonly row: ImageRow | undefined;
}

/** Looks up what the table says of an image, under `listedName`. */
export function listedImage(reference: ImageReference, table: ImageTable): ListedImage {
  const name = listedName(reference, table);
  return { name, row: findRow(name, table) };
}
