import { LIMITS } from '@stackcheck/contract';
import type { FileInventory } from '../read-file';

/** Where an entry stands, for a person: `package-lock.json:412`. */
export type Place = string;

/** A body of POST /v1/stack/check, as large as its limits allow. */
export interface StackRequest {
  readonly body: {
    readonly items?: readonly { readonly product: string; readonly version: string }[];
    readonly images?: readonly string[];
    readonly packages?: readonly string[];
  };
  /** By `items/0`, `images/0`, `packages/0`: where what is there was named. */
  readonly places: Readonly<Record<string, Place>>;
}

/** What is asked about files, in as few requests as possible; each thing once, with the first place that names it. */
export function requestsOf(files: readonly FileInventory[], withDev: boolean): readonly StackRequest[] {
  const items = new Map<string, Place>();
  const images = new Map<string, Place>();
  const packages = new Map<string, Place>();
  for (const file of files) {
    const place = (line?: number): Place => (line === undefined ? file.path : `${file.path}:${line}`);
    for (const { product, version, line } of file.products)
      if (version !== null) once(items, JSON.stringify({ product, version }), place(line));
    for (const { ref, line } of file.images) once(images, ref, place(line));
    for (const { purl, dev, line } of file.packages) if (withDev || !dev) once(packages, purl, place(line));
  }
  // Items and images are counted together.
  const components = [
    ...[...items].map((each) => ['items', ...each] as const),
    ...[...images].map((each) => ['images', ...each] as const),
  ];
  const count = Math.max(Math.ceil(components.length / LIMITS.itemsMax), Math.ceil(packages.size / LIMITS.packagesMax));
  return Array.from({ length: count }, (_, at) => {
    const ofComponents = components.slice(at * LIMITS.itemsMax, (at + 1) * LIMITS.itemsMax);
    const of = (list: string) => ofComponents.flatMap(([name, ...entry]) => (name === list ? [entry] : []));
    const lists = {
      items: of('items'),
      images: of('images'),
      packages: [...packages].slice(at * LIMITS.packagesMax, (at + 1) * LIMITS.packagesMax),
    };
    return { body: bodyOf(lists), places: placesOf(lists) };
  });
}

type Lists = Readonly<Record<'items' | 'images' | 'packages', readonly (readonly [string, Place])[]>>;

function once(into: Map<string, Place>, name: string, place: Place): void {
  if (!into.has(name)) into.set(name, place);
}

function bodyOf({ items, images, packages }: Lists): StackRequest['body'] {
  return {
    ...(items.length > 0 && { items: items.map(([text]) => JSON.parse(text) as { product: string; version: string }) }),
    ...(images.length > 0 && { images: images.map(([ref]) => ref) }),
    ...(packages.length > 0 && { packages: packages.map(([purl]) => purl) }),
  };
}

function placesOf(lists: Lists): StackRequest['places'] {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([list, entries]) => entries.map(([, place], at) => [`${list}/${at}`, place])),
  );
}

/** The text of a request: what is sent, and what distinguishes it from others. */
export function requestKey({ body }: StackRequest): string {
  return JSON.stringify(body);
}
