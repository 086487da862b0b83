import type { EolIndex } from '@stackcheck/datasets/eol';

/** What `osv/check` knows a product by, in wire names. */
export interface PackagesOfProduct {
  /**
   * Package URLs without a version under which the product is published; empty where it is not known to be, null where the data
   * loaded hold no identifiers.
   */
  readonly packages: readonly string[] | null;
}

/** The packages of a product. @param id of the product */
export function packagesOfProduct({ packages }: Pick<EolIndex, 'packages'>, id: string): PackagesOfProduct {
  return { packages: packages?.packagesOf(id).map(({ purl }) => purl) ?? null };
}
