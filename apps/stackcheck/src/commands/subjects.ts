import { parseCves } from '@stackcheck/kev-core';
import { CliError, EXIT } from '../program/exit-code';
import type { FileInventory, PackageEntry, ProductEntry } from '@stackcheck/inventory';

/** Where what was named on the command line stands in outputs. */
export const ARGUMENTS = 'command line';

/** A stack of what was named on the command line, in the form of a file. */
export interface Subjects {
  readonly images?: readonly string[];
  readonly purls?: readonly string[];
  /** `nodejs@18`. */
  readonly products?: readonly string[];
}

/** What was named, as the inventory of a file, each in the order given. */
export function asInventory({ images = [], purls = [], products = [] }: Subjects): FileInventory {
  return {
    path: ARGUMENTS,
    format: 'arguments',
    readable: true,
    images: images.map((ref) => ({ ref })),
    packages: purls.map((purl): PackageEntry => ({ purl })),
    products: products.map(toProduct),
    identified: [],
    apart: [],
    problems: [],
  };
}

function toProduct(text: string): ProductEntry {
  const at = text.lastIndexOf('@');
  const [product, version] = at < 1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  return { product, version, from: text };
}

/** CVE ids in their canonical spelling. @throws CliError `usage` naming the one that is none */
export function requireCves(cves: readonly string[]): readonly string[] {
  const wrong = cves.find((cve) => 'fault' in parseCves([cve]));
  if (wrong !== undefined)
    throw new CliError(EXIT.usage, `${JSON.stringify(wrong)} is no CVE id; write it such as CVE-2021-44228`);
  return cves;
}
