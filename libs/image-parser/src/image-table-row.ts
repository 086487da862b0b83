import type { ComponentRole } from './types';

/**
 * One line of the image table: plain JSON with every field present, so that its canonical hash is the same wherever it
 * is built. The table is data, published and signed with the dataset; nothing here is code.
 */
export type ImageTableRow = ImageRow | MirrorRow | WordRow | VendorRow | ReleaseRow | FloatRow;

/** A repository and what it ships. */
export interface ImageRow {
  readonly kind: 'image';
  /** Full name (`docker.io/library/node`); a closing `/*` stands for every name below. */
  readonly image: string;
  /** Product id; null when the repository's own name decides (distroless). */
  readonly product: string | null;
  /** Cycle that the repository's name states (`ubi9`), used unless the tag says it more precisely. */
  readonly version: string | null;
  /** The last path segment holds words like a tag's (`nodejs22-debian12`, `nodejs-20`). */
  readonly readsName: boolean;
  /** Product of a JDK that a tag numbers without naming its vendor (`tomcat:11-jdk21`). */
  readonly java: string | null;
  /** False where a number that is no listed cycle must not be rounded to one (Windows builds). */
  readonly rounding: boolean;
  /** The tag begins with a revision of the image when a second number follows (`1-3.12-bookworm`). */
  readonly leadingRevision: boolean;
  /** Version as the tag says it → cycle, as `[said, cycle]`. */
  readonly versions: readonly (readonly [string, string])[];
  /** Other products that the same repository ships, by words of the tag or by the first number of the version. */
  readonly variants: readonly ImageVariant[];
}

/** A product that a repository ships under some of its tags. */
export interface ImageVariant {
  readonly product: string;
  readonly words: readonly string[];
  readonly majors: readonly string[];
}

/** All images below `image` are copies of those below `of`. */
export interface MirrorRow {
  readonly kind: 'mirror';
  readonly image: string;
  readonly of: string;
}

/** A word of tags that names an operating system, a runtime, or a JDK of any vendor. */
export interface WordRow {
  readonly kind: 'word';
  /** The letters before the number, lower case (`alpine` of `alpine3.20`). */
  readonly word: string;
  readonly role: Exclude<ComponentRole, 'image'>;
  /** Product id; null for a thing that the dataset does not know and `java` for a JDK whose vendor stands elsewhere. */
  readonly product: string | null;
  /**
   * How the number may stand: `joined` (`php8.2`) only, or also as the next word (`debian-12`, then it must be a cycle
   * that exists), or also not at all (`alpine`: the part is there, its version is not said).
   */
  readonly form: 'joined' | 'separate' | 'bare';
  /** False where a short number says no more than the language (`python3`). */
  readonly rounding: boolean;
}

/** A word that names the vendor of a JDK. */
export interface VendorRow {
  readonly kind: 'vendor';
  readonly word: string;
  /** Product id; null for a vendor that the dataset does not know. */
  readonly product: string | null;
}

/** A word that names a release of a product: a codename, or a cycle that is a word itself. */
export interface ReleaseRow {
  readonly kind: 'release';
  readonly product: string;
  readonly word: string;
  readonly cycle: string;
  /** Read as a base operating system in the tags of other images. */
  readonly baseOs: boolean;
}

/** Where a short version does not mean the newest cycle under it. */
export interface FloatRow {
  readonly kind: 'float';
  readonly product: string;
  readonly version: string;
  /** A word that the tag must hold too; null for every other tag. */
  readonly with: string | null;
  /** Null: unknown, never guess. */
  readonly cycle: string | null;
}
