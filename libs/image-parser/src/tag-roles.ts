import type { ComponentRole, ImagePart } from './types';

/** A part as far as the words of a tag are compared with it. */
export interface NamedPart extends Pick<ImagePart, 'role' | 'product' | 'version'> {
  /** Of the cycle that the version means (`Bookworm`), where it is known. */
  readonly codename?: string | null;
}

/** A piece of a tag, and the part that it names; null for separators and for what names none. */
export interface TagPiece {
  readonly text: string;
  readonly role: ComponentRole | null;
}

/**
 * A tag in pieces, each with the role of the part that it names, to be shown to a person: `18-alpine3.18` is image, none, base system.
 * A text that is longer than any tag is one piece that names nothing.
 */
export function tagRoles(tag: string, parts: readonly NamedPart[]): readonly TagPiece[] {
  if (tag.length > TAG_CHARS_MAX) return [{ text: tag, role: null }];
  const own = parts.filter(({ role }) => role === 'image');
  const others = parts.filter(({ role }) => role !== 'image');
  return tag.split(/(-)/).map((text) => ({ text, role: text === '-' ? null : roleOf(text, own, others) }));
}

/** OCI distribution specification, "Pulling manifests". */
const TAG_CHARS_MAX = 128;

/** The image's own version is what no runtime and no base system is named by. */
function roleOf(piece: string, own: readonly NamedPart[], others: readonly NamedPart[]): ComponentRole | null {
  const name = piece.toLowerCase();
  const isNamed = ({ version, product, codename }: NamedPart): boolean =>
    name === version?.toLowerCase() ||
    (product !== null && name.startsWith(product.split('-')[0] ?? product)) ||
    codename?.toLowerCase().split(' ')[0] === name;
  const found = others.find(isNamed) ?? own.find(({ version }) => name === version?.toLowerCase());
  return found?.role ?? null;
}
