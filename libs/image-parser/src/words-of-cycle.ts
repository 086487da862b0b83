import { findRow, listedName } from './find-row';
import type { ImageTable } from './image-table';
import type { ImageReference } from './types';

/**
 * The words by which tags of an image name a release cycle of a product, apart from its label: what the image's own row
 * declares (`2022` for 16.0) first, then codenames and names of releases (`trixie`, `krypton`, `ltsc2025`). All lower case.
 */
export function wordsOfCycle(
  reference: ImageReference,
  product: string,
  cycle: string,
  table: ImageTable,
): readonly string[] {
  const row = findRow(listedName(reference, table), table);
  const declared = row?.product === product ? row.versions : [];
  const named = table.releases.get(product) ?? [];
  return [...declared, ...named].filter(([, of]) => of === cycle).map(([word]) => word);
}
