import { readStack, requestsOf, type StackRequest } from '@stackcheck/inventory/stack';
import type { FileInventory } from '@stackcheck/inventory';

/** What a page says of a text: as much of what was read as it shows, and how much there was. */
export interface TextRead {
  /** One, or none where the text is of no kind that is read. */
  readonly files: readonly FileRead[];
  readonly requests: number;
  /** Bodies of the first of them. */
  readonly bodies: readonly StackRequest['body'][];
}

/** Some of a list, and how long it is. */
export interface Some<Entry> {
  readonly first: readonly Entry[];
  readonly count: number;
}

/** What was found in a text. */
export interface FileRead {
  readonly format: string;
  readonly packages: number;
  readonly images: number;
  readonly products: number;
  readonly found: Some<FoundEntry>;
  readonly left: Some<LeftEntry>;
  readonly problems: Some<{ readonly message: string; readonly line?: number | undefined }>;
}

/** Something that is asked about. */
export type FoundEntry = { readonly line?: number | undefined } & (
  | { readonly kind: 'product'; readonly product: string; readonly version: string | null; readonly from: string }
  | { readonly kind: 'image'; readonly ref: string }
  | { readonly kind: 'package'; readonly purl: string; readonly dev: boolean }
);

/** Something that is not. */
export interface LeftEntry {
  readonly name: string;
  readonly why: string;
  readonly line?: number | undefined;
}

const ROWS_MAX = 60;
const PROBLEMS_MAX = 20;
const REQUESTS_MAX = 4;

/** Reads a text that was pasted. Takes up to 0.3 s for one of 64 KB, so that it has a thread of its own (`TextReader`). */
export function readText(text: string, withDev: boolean): TextRead {
  const { files } = readStack([{ name: '', bytes: new TextEncoder().encode(text) }]);
  const requests = requestsOf(files, withDev);
  return {
    files: files.map(fileRead),
    requests: requests.length,
    bodies: requests.slice(0, REQUESTS_MAX).map(({ body }) => body),
  };
}

function fileRead({ format, packages, images, products, apart, identified, problems }: FileInventory): FileRead {
  const found: readonly FoundEntry[] = [
    ...products.map(({ product, version, from, line }) => ({ kind: 'product', product, version, from, line }) as const),
    ...images.map(({ ref, line }) => ({ kind: 'image', ref, line }) as const),
    ...packages.map(({ purl, dev = false, line }) => ({ kind: 'package', purl, dev, line }) as const),
  ];
  const left: readonly LeftEntry[] = [
    ...apart.map(({ name, why, line }) => ({ name, why: why.replaceAll('_', ' '), line })),
    ...identified.map(({ name, version, line }) => ({
      name: [name, version].filter((each) => each !== null).join(' '),
      why: 'identified by CPE or as a system',
      line,
    })),
  ];
  return {
    ...{ format, packages: packages.length, images: images.length, products: products.length },
    found: some(found, ROWS_MAX),
    left: some(left, ROWS_MAX),
    problems: some(
      problems.map(({ message, line }) => ({ message, line })),
      PROBLEMS_MAX,
    ),
  };
}

function some<Entry>(all: readonly Entry[], max: number): Some<Entry> {
  return { first: all.slice(0, max), count: all.length };
}
