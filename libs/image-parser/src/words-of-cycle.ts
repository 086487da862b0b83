import type { ListedImage } from './find-row';
import type { ImageTable } from './image-table';

/**
 * The words by which tags of an image name a release cycle of a product, apart from its label: what the image's own row
 * declares (`2022` for 16.0) first, then codenames and names of releases (`trixie`, `krypton`, `ltsc2025`). All lower case, each
 * once.
 */
export function wordsOfCycle(
  listed: ListedImage,
  product: string,
  cycle: string,
  table: ImageTable,
): readonly string[] {
  const { row } = listed;
  const named = table.cycleWords.get(product)?.get(cycle) ?? NONE;
  if (row === undefined || row.product !== product || row.versions.length === 0) return named;
  return [...new Set([...row.versions.filter(([, of]) => of === cycle).map(([word]) => word), ...named])];
}

const NONE: readonly string[] = [];
