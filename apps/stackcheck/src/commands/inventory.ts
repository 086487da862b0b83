import type { FileInventory } from '@stackcheck/inventory';
import { toCycloneDx } from '@stackcheck/inventory/bom';
import { EXIT, type ExitCode } from '../program/exit-code';
import { VERSION } from '../program/version';
import { NO_CATALOGUE, withProducts } from '../stack/product-catalogue';
import { readFiles, type ReadOptions } from '../stack/read-files';
import { plainJson, plainLine } from '../terminal/plain-line';
import type { Streams } from '../terminal/streams';

/** Flags of `inventory`. */
export interface InventoryFlags extends ReadOptions {
  readonly format: keyof typeof WRITERS;
}

const WRITERS = {
  table: (files: readonly FileInventory[]) => files.map(withItsProducts).filter(hasEntries).map(toLines).join(''),
  json: (files: readonly FileInventory[]) => jsonText({ schema: 1, files: files.map(withItsProducts).map(toFile) }),
  // Components of an SBOM stay what they are.
  cyclonedx: (files: readonly FileInventory[]) => jsonText(toCycloneDx(files, VERSION)),
};

/** Ways in which it is written. */
export const INVENTORY_FORMATS: readonly string[] = Object.keys(WRITERS);

/** Lists what was read, from where. */
export function inventory(paths: readonly string[], flags: InventoryFlags, streams: Streams): ExitCode {
  const files = readFiles(paths.length === 0 ? ['.'] : paths, flags, streams);
  streams.write(WRITERS[flags.format](files));
  if (files.length === 0) streams.note('Nothing was read: no file here is of a kind that is read.');
  else if (!files.map(withItsProducts).some(hasEntries))
    streams.note(`Nothing was found in ${plainLine(files[0]!.path)}${files.length > 1 ? ', …' : ''}.`);
  return files.some(({ problems }) => problems.length > 0) ? EXIT.unreadable : EXIT.ok;
}

function withItsProducts(file: FileInventory): FileInventory {
  return withProducts(file, () => NO_CATALOGUE);
}

/** Two blanks deep, with a line end. */
function jsonText(document: unknown): string {
  return `${plainJson(JSON.stringify(document, null, 2))}\n`;
}

function toFile({ path, format, packages, images, products, apart, problems }: FileInventory) {
  return {
    path,
    format,
    packages,
    images,
    products: products.map(({ product, version, from, line }) => ({
      product,
      version,
      from,
      ...(line !== undefined && { line }),
    })),
    apart: apart.map(({ name, why, line }) => ({ name, why, ...(line !== undefined && { line }) })),
    problems,
  };
}

function hasEntries({ packages, images, products, apart, problems }: FileInventory): boolean {
  return [packages, images, products, apart, problems].some((list) => list.length > 0);
}

function toLines(file: FileInventory): string {
  const { path, format, packages, images, products, apart, problems } = file;
  const row = (kind: string, text: string, line: number | undefined): string =>
    `  ${kind.padEnd(8)} ${plainLine(text)}${line === undefined ? '' : `  :${line}`}\n`;
  return [
    `${plainLine(path)}  (${format})\n`,
    ...products.map(({ product, version, from, line }) =>
      row('product', `${product} ${version ?? '?'}  ${from}`, line),
    ),
    ...images.map(({ ref, line }) => row('image', ref, line)),
    ...packages.map(({ purl, dev, line }) => row('package', dev ? `${purl}  dev` : purl, line)),
    ...apart.map(({ name, why, line }) => row('apart', `${name}  ${why}`, line)),
    ...problems.map(({ message, line }) => row('problem', message, line)),
  ].join('');
}
