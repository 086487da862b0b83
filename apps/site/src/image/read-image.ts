import {
  readImageInput,
  tagRoles,
  toParts,
  type ImagePart,
  type ImageReference,
  type TagPiece,
} from '@stackcheck/image-parser';
import { KNOWN_IMAGES, KNOWN_MIRRORS, KNOWN_WORDS, readImageTable } from '@stackcheck/image-parser/table';

/** A product of the free index. */
export interface ListedProduct {
  readonly product: string;
  readonly label: string;
  readonly aliases: readonly string[];
}

/** A part of an image, as far as it is known without the service. */
export interface ReadPart extends Pick<ImagePart, 'role' | 'version'> {
  /** The product's id, where the index lists it. */
  readonly id: string | null;
  readonly label: string | null;
}

/** What a reference says of itself. */
export interface ReadImage {
  readonly reference: ImageReference;
  readonly tag: readonly TagPiece[];
  readonly parts: readonly ReadPart[];
}

/**
 * Reads a reference or a FROM line in this browser, by the rows that are kept by hand and the names of the index. The service also knows the
 * codenames of releases and images that the data lists.
 */
export function readImage(text: string, products: readonly ListedProduct[]): ReadImage | { readonly fault: string } {
  const reference = readImageInput(text);
  if ('fault' in reference) return reference;
  const byName = new Map(
    products.flatMap((each) => [each.product, ...each.aliases].map((name) => [name, each] as const)),
  );
  const table = readImageTable([...KNOWN_IMAGES, ...KNOWN_MIRRORS, ...KNOWN_WORDS], {
    productNamed: (name) => byName.get(name)?.product ?? null,
    hasCycle: () => false,
  });
  const parts = toParts(reference, table);
  return {
    reference,
    tag: reference.tag === null ? [] : tagRoles(reference.tag, parts),
    parts: parts.map(({ role, product, version }) => {
      const listed = product === null ? undefined : byName.get(product);
      return { role, version, id: listed?.product ?? null, label: listed?.label ?? product };
    }),
  };
}
