/** A container image reference in normalised parts (distribution/reference grammar). */
export interface ImageReference {
  /** Registry host; `docker.io` when none was given. */
  readonly registry: string;
  /** Repository without the registry and, on Docker Hub, without `library/`. */
  readonly repository: string;
  /** `latest` when neither tag nor digest was given; null when only a digest was. */
  readonly tag: string | null;
  readonly digest: string | null;
}

/** Text that is no readable reference, with a sentence saying what would do. */
export interface ReferenceFault {
  readonly fault: string;
}

/** Part an image consists of. */
export type ComponentRole = 'image' | 'runtime' | 'base_os';

/** A part of an image named by its repository or tag, before any release cycle is looked up. */
export interface ImagePart {
  readonly role: ComponentRole;
  /** Product id or alias as the table or tag names it; null when the repository maps to none. */
  readonly product: string | null;
  /** Version as the tag says it (`bookworm`, `3.11`); null when it names none. */
  readonly version: string | null;
  /** Role `image` only. */
  readonly matchedBy?: 'known_image' | 'repository_name';
  /** The version must be an exact cycle (`debian-12`), never floated or rounded. */
  readonly exactOnly?: boolean;
}
