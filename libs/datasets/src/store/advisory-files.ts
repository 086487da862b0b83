import type { AffectedSpec, NamingAdvisory, Rating } from '@stackcheck/osv-core/records';
import type { IndexFile } from '../snapshot/index-file';
import type { AdvisoryFacts, StoredAdvisory } from '../snapshot/stored-advisory';

/** What an index says about itself. */
export interface IndexFacts {
  readonly records: number;
  /** Advisories of each ecosystem that has any, by its name. */
  readonly ecosystems: Readonly<Record<string, number>>;
}

/** An advisory found under a package's name. */
export interface AdvisoryHit {
  /** Where it states no rating itself, that of another advisory of the same vulnerability. */
  readonly advisory: AdvisoryFacts;
  /** What it says about the package. */
  readonly spec: string;
  /** The same as read, where who found it had to look at it. */
  readonly affected?: readonly AffectedSpec[];
}

/** Where a package is filed. */
export interface PackagePlace {
  readonly ecosystem: string;
  /** Normalised. */
  readonly name: string;
}

/** A package with how many advisories are filed under its name. */
export interface CountedPackage extends PackagePlace {
  readonly advisories: number;
  /** How many of them say that the package itself is malicious. */
  readonly malware: number;
}

/** An advisory with the place where it was found. */
export interface FiledAdvisory extends AdvisoryHit, PackagePlace {}

/** A CVE with one of the advisories that are about it. */
export interface NamedByCve {
  readonly cve: string;
  readonly advisory: NamingAdvisory;
}

/** What questions about packages and CVEs are answered from, whatever holds the advisories: an index file, a pack, memory. */
export interface AdvisoryLookup {
  readonly facts: IndexFacts;
  /** All that is filed under the package's normalised name, by id; withdrawn ones included. */
  hits(ecosystem: string, name: string): readonly AdvisoryHit[];
  /** The next of these, beginning after the advisory of this id; null begins at the first. */
  hitsAfter(ecosystem: string, name: string, id: string | null, limit: number): readonly AdvisoryHit[];
  /** Whether there is an advisory under this id that was withdrawn. */
  isWithdrawn(id: string): boolean;
  /**
   * Advisories that are about a CVE (`cvesNamedBy`), by id; withdrawn ones included. Undefined where the file was made by a version that
   * kept no such look-up: of no CVE may be concluded then that nothing names it.
   */
  naming(cve: string, limit: number): readonly NamingAdvisory[] | undefined;
  /** How many advisories are filed under a package's normalised name, withdrawn ones included. */
  count(ecosystem: string, name: string): number;
}

/** Reads one index file. Nothing in it ever changes. Places are in the order of their code points, ecosystem first. */
export interface AdvisoryReader extends AdvisoryLookup {
  /** The advisory with this id, or undefined. */
  find(id: string): StoredAdvisory | undefined;
  /** The next packages that anything is filed under, by ecosystem, then name, beginning after this one; null begins at the first. */
  packagesAfter(last: PackagePlace | null, limit: number): readonly CountedPackage[];
  /** The next advisories in the order of ids, beginning after this one; null begins at the first. */
  after(id: string | null, limit: number): readonly StoredAdvisory[];
  /** The ids and the canonical texts (`recordText`) of those that `after` gives. */
  textsAfter(id: string | null, limit: number): readonly { readonly id: string; readonly text: string }[];
  /** All that is filed anywhere: by ecosystem, name and id, as `hits` gives it. For going through the whole of an index. */
  filed(): Iterable<FiledAdvisory>;
  /** Ids of all advisories that were withdrawn, ascending. */
  withdrawnIds(): Iterable<string>;
  /** All that `naming` gives, by CVE, then id; undefined where it gives nothing of any. */
  named(): Iterable<NamedByCve> | undefined;
  close(): void;
}

/** What groups of aliases are made of. */
export type AliasedRating = Pick<AdvisoryFacts, 'id' | 'aliases'> & Rating;

/** An index being built, aside of those in use. To be ended by `finish` or `discard`. */
export interface AdvisoryBuilder {
  /** When the advisory under this id was modified; undefined where there is none. */
  modifiedOf(id: string): string | undefined;
  /** Stores an advisory under an id that is not there yet; false, and nothing stored, where it is. */
  add(advisory: StoredAdvisory): boolean;
  /** Stores an advisory in place of the one under its id, if any. */
  put(advisory: StoredAdvisory): void;
  /** Every advisory with aliases, in the order of ids. */
  aliased(): Iterable<AliasedRating>;
  /** The advisory under this id, whether it has aliases or not; undefined where there is none. */
  rated(id: string): AliasedRating | undefined;
  /** The rating under which an advisory without one is shown. */
  inherit(id: string, rating: Rating): void;
  /** How many advisories each ecosystem has now. */
  ecosystems(): Readonly<Record<string, number>>;
  /**
   * Writes the index as one file that survives a power cut, and ends the building. The same advisories give the same
   * file, whatever the order in which they came.
   */
  finish(): IndexFile;
  /** Leaves nothing behind. */
  discard(): void;
}

/** A pack that was verified, being read. */
export interface KeptPack {
  /** From the first byte on, in pieces of at most 64 KiB; nothing is held but the piece. */
  pieces(): Iterable<Uint8Array>;
  close(): void;
}

/** The folder of index files, and of the packs that were made of them. */
export interface AdvisoryFiles {
  /** Begins an index: an empty one, or one that has all advisories of another. */
  create(from?: IndexFile): AdvisoryBuilder;
  /** Opens an index after verifying its size and digest. @throws IndexFileError saying what is wrong with it */
  open(file: IndexFile): Promise<AdvisoryReader>;
  /** Ids of the advisories that differ between two indexes or are in only one, ascending. Both were opened, so they are intact. */
  differences(before: IndexFile, after: IndexFile): readonly string[];
  /** Writes a pack as one file that survives a power cut. Others may be answered between its chunks. */
  keepPack(chunks: Iterable<Uint8Array>): Promise<IndexFile>;
  /** Opens a pack after verifying its size and digest. @throws IndexFileError saying what is wrong with it */
  openPack(pack: IndexFile): Promise<KeptPack>;
  /** Removes every index and pack but these, and what broken-off builds left; returns how many files went. */
  sweep(keep: readonly IndexFile[]): number;
}
