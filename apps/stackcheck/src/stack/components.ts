import type { FileInventory } from '@stackcheck/inventory';
import type { FindingPlace } from '@stackcheck/report';
import type { ListName, StackLists, StackRef } from '@stackcheck/stack-core/watch';

/** Where a component is named. */
export interface Named {
  readonly places: readonly FindingPlace[];
  /** Only by files and entries for development. */
  readonly dev: boolean;
}

/** What of the files that were read can be judged: each package, image and product once, with every place. */
export interface Components {
  /** As a stack is asked about. */
  readonly lists: StackLists;
  /** The places of one of its entries. */
  namedAt(ref: StackRef): Named;
  /** Entries that were read and cannot be judged. */
  readonly apart: number;
}

/** How files are put together. */
export interface GatherOptions {
  /** Leaves out what is for development alone. */
  readonly noDev?: boolean;
  /** CVEs that are asked about by themselves. */
  readonly cves?: readonly string[];
}

/** Puts the files of a check together. Entries stand in the order of their first place. */
export function gather(files: readonly FileInventory[], { noDev = false, cves = [] }: GatherOptions = {}): Components {
  const packages = new Places();
  const images = new Places();
  const products = new Places<{ readonly product: string; readonly version: string }>();
  let apart = 0;
  for (const { path, packages: ofFile, images: refs, products: used, apart: others } of files) {
    apart += others.length;
    for (const { purl, line, dev = false } of ofFile)
      if (!(noDev && dev)) packages.add(purl, purl, { path, line }, dev);
    for (const { ref, line } of refs) images.add(ref, ref, { path, line });
    for (const { product, version, line } of used) {
      if (version === null) apart += 1;
      else products.add(`${product}\0${version}`, { product, version }, { path, line });
    }
  }
  const named: Readonly<Record<ListName, Places<unknown> | undefined>> = {
    items: products,
    images,
    packages,
    cves: undefined,
  };
  return {
    lists: { items: products.values(), images: images.values(), cves, packages: packages.values() },
    namedAt(ref) {
      const [list, index] = ref.split('/') as [ListName, string];
      return named[list]?.at(Number(index)) ?? NAMED_ALONE;
    },
    apart,
  };
}

/** What was named on the command line and in no file. */
const NAMED_ALONE: Named = { places: [{ path: 'command line' }], dev: false };

/** Values by key, each once, with their places. */
class Places<Value = string> {
  private readonly entries = new Map<
    string,
    { readonly value: Value; readonly places: FindingPlace[]; dev: boolean }
  >();
  private ordered: readonly Named[] | undefined;

  add(
    key: string,
    value: Value,
    { path, line }: { readonly path: string; readonly line: number | undefined },
    dev = false,
  ) {
    const place: FindingPlace = line === undefined ? { path } : { path, line };
    const known = this.entries.get(key);
    if (known === undefined) this.entries.set(key, { value, places: [place], dev });
    else {
      known.places.push(place);
      known.dev &&= dev;
    }
  }

  values(): readonly Value[] {
    return [...this.entries.values()].map(({ value }) => value);
  }

  at(index: number): Named | undefined {
    this.ordered ??= [...this.entries.values()];
    return this.ordered[index];
  }
}
