/**
 * The form of a pack, number 1. After the magic come blocks, then the directory, then the trailer:
 *
 * | Part      | Bytes                                                                                             |
 * | --------- | ------------------------------------------------------------------------------------------------- |
 * | magic     | `advpack` in ASCII and the number of the form                                                      |
 * | blocks    | raw deflate (RFC 1951), one after the other in the order of the directory                          |
 * | filter    | the bits of `KeyFilter`, as they are                                                               |
 * | directory | raw deflate of a JSON text (`Directory`)                                                           |
 * | trailer   | packed and raw length of the directory, each 32 bits with the least byte first, and the magic again |
 *
 * A block is UTF-8 text: entries, each a JSON array after a line feed, whose first elements are its key. Entries ascend by their
 * keys in the order of code points, over all blocks of a section. An entry is never spread over two blocks.
 */
export const FORM = 1;

/** First and last bytes of a pack. */
export const MAGIC: Uint8Array = Uint8Array.of(...[...'advpack'].map((letter) => letter.charCodeAt(0)), FORM);

/** Two lengths and the magic. */
export const TRAILER_BYTES = 8 + MAGIC.length;

/**
 * A block is closed when its text is this long. An entry that is longer is a block by itself. Twice as long would make a pack 3 % smaller,
 * and a reader that asks for a whole lockfile take 13 MB more.
 */
export const BLOCK_BYTES = 32 * 1024;

/** Nothing that is unpacked at a time may be longer: twenty times the largest package there is. */
export const UNPACKED_MAX = 64 * 1024 * 1024;

/** Sections in the order in which their blocks begin. */
export const SECTIONS = ['packages', 'names', 'withdrawn', 'cves'] as const;

/** What is filed by package, the names of an ecosystem, ids that were withdrawn, and what is filed by CVE. */
export type Section = (typeof SECTIONS)[number];

/** Where the blocks of a section are, in columns: the first key of each, its length in the pack and its length as text. */
export interface SectionBlocks {
  readonly first: readonly (readonly string[])[];
  readonly packed: readonly number[];
  readonly raw: readonly number[];
  /** Where each begins in the pack. */
  readonly at: readonly number[];
}

/** What a pack says about itself. */
export interface Directory {
  readonly facts: { readonly records: number; readonly ecosystems: Readonly<Record<string, number>> };
  /** Without `cves` nothing is known of any CVE. */
  readonly sections: Readonly<Record<Exclude<Section, 'cves'>, SectionBlocks>> & {
    readonly cves: SectionBlocks | null;
  };
  readonly filter: { readonly at: number; readonly bytes: number };
}

/** Elements of an advisory in an entry: those of `AdvisoryFacts` by their places, and what it says about the package. */
export type HitRow = readonly [
  id: string,
  modified: string,
  published: string | null,
  withdrawn: string | null,
  severity: string | null,
  score: number | null,
  vector: string | null,
  summary: string | null,
  aliases: readonly string[],
  spec: string,
];

/** Elements of an advisory that is about a CVE. */
export type NamingRow = readonly [
  id: string,
  summary: string | null,
  severity: string | null,
  withdrawn: string | null,
];

/** Name, number of advisories, and how many of them say that the package itself is malicious. */
export type NameRow = readonly [name: string, advisories: number, malware: number];
