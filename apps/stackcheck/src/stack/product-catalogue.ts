import type { EolIndex } from '@stackcheck/datasets/eol';
import { ProductIndex } from '@stackcheck/eol-core';
import { ProductCpes } from '@stackcheck/eol-core/identifiers';
import type { FileInventory } from '@stackcheck/inventory';
import { findProducts, type ProductCatalogue } from '@stackcheck/inventory/components';

/** The products of a snapshot, to find those of components. */
export function catalogueOf({ products, packages }: EolIndex): ProductCatalogue {
  return { index: products, packages, cpes: ProductCpes.of(products) };
}

/** Without a snapshot: operating systems and distributions are found all the same. */
export const NO_CATALOGUE: ProductCatalogue = { index: new ProductIndex([]), packages: undefined, cpes: undefined };

/**
 * The file with the products that its components are: what is identified by CPE, operating systems, the distributions of packages.
 * @param catalogue asked for when a file has such components
 */
export function withProducts(file: FileInventory, catalogue: () => ProductCatalogue): FileInventory {
  if (file.identified.length === 0 && !file.packages.some(({ purl }) => purl.includes('distro='))) return file;
  const { products, apart } = findProducts(file, catalogue());
  return { ...file, products: [...file.products, ...products], apart: [...file.apart, ...apart] };
}
