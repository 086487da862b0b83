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

/** Text that is no readable reference, with a sentence saying what is wrong and what would do. */
export interface ReferenceFault {
  readonly fault: string;
}

/** Part an image consists of. */
export type ComponentRole = 'image' | 'runtime' | 'base_os';

/** A part of an image named by its repository or tag, before any release cycle is looked up. */
export interface ImagePart {
  readonly role: ComponentRole;
  /** Product id or alias as the table or tag names it; null when the repository or word maps to none. */
  readonly product: string | null;
  /** Version as the tag says it (`bookworm`, `3.11`); null when it names none. */
  readonly version: string | null;
  /** Where in the tag `version` begins; null where the tag does not hold it: the repository's name does, or nothing. */
  readonly at: number | null;
  /** Cycle that the table says this version means (`bookworm` is `12`); null when the version itself must decide. */
  readonly cycle: string | null;
  /** `cycle` answers a short version that the table resolves by a declared exception. */
  readonly floating: boolean;
  /** May a short version take the newest cycle under it, or an old one the oldest listed? */
  readonly rounding: boolean;
  /** Null for every role but `image`, and for an image that maps to no product. */
  readonly matchedBy: 'known_image' | 'repository_name' | null;
}
