/** Where an entry stands in its file: the number of its line, from 1, where one could be found. */
export interface Place {
  readonly line?: number;
}

/** A package of a registry, by its package URL as advisories know it: canonical, with its version. */
export interface PackageEntry extends Place {
  readonly purl: string;
  /** Used for development alone, as far as the file says so; absent otherwise. */
  readonly dev?: true;
}

/** A container image by its reference, as written once variables are put in. */
export interface ImageEntry extends Place {
  readonly ref: string;
}

/** A product of endoflife.date by its id, and the version that is used or demanded. */
export interface ProductEntry extends Place {
  readonly product: string;
  /** As it can be looked up; null where the file names none (`latest`, `lts/*` resolved by nobody). */
  readonly version: string | null;
  /** What was read, as written, such as `engines.node ">=18"`: a range is checked at its lowest, and this says so. */
  readonly from: string;
}

/**
 * Software that an SBOM identifies other than as a package of its list, for the search of its product: by CPE, as an operating
 * system, or as what the document is about. At least one of `cpe`, `os` and `subject` is there. A component with several CPEs is as
 * many entries.
 */
export interface IdentifiedEntry extends Place {
  /** As written: `nginx`, `Ubuntu`; of an operating system its os-release id where the document states that. */
  readonly name: string;
  /** As written; null where the component states none (its CPE may). */
  readonly version: string | null;
  /** CPE 2.3 formatted string or CPE 2.2 URI, as written. */
  readonly cpe?: string;
  /** The component is an operating system (CycloneDX `operating-system`, SPDX `OPERATING-SYSTEM`). */
  readonly os?: true;
  /** The document is about this component, which is none of the packages in it. */
  readonly subject?: true;
  /** The canonical package URL of the same component, with or without a version, which says more than its CPE. */
  readonly purl?: string;
}

/** Why an entry is not checked as a package of a registry. */
export type ApartReason =
  | 'workspace'
  | 'path'
  | 'link'
  | 'git'
  | 'url'
  | 'private_registry'
  | 'no_version'
  | 'no_lockfile'
  | 'range'
  | 'variable'
  | 'ambiguous'
  | 'no_registry'
  | 'no_lifecycle_data'
  | 'unsupported';

/** An entry that was read and cannot be judged, with the reason: nothing is dropped silently. */
export interface ApartEntry extends Place {
  readonly name: string;
  readonly why: ApartReason;
}

/** What of the file could not be read, in a sentence that says what would do. All else of it was read. */
export interface Problem extends Place {
  readonly message: string;
}

/** Another file that a file names, which is read as one of the same project. */
export interface FileReference {
  /** As written, relative to the folder of the file that names it. */
  readonly path: string;
  /** Id of the format that it has, whatever its name is. */
  readonly format: string;
  /** What it says is part of the file that names it, which is not whole without it. */
  readonly isPart: boolean;
  readonly line?: number;
}

/** What a file names: each package, image and product once, sorted; the line is that of the first. */
export interface Entries {
  readonly packages: readonly PackageEntry[];
  readonly images: readonly ImageEntry[];
  readonly products: readonly ProductEntry[];
  readonly identified: readonly IdentifiedEntry[];
  readonly apart: readonly ApartEntry[];
  readonly problems: readonly Problem[];
}
