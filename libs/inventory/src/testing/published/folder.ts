/** A folder of the corpus of published inputs, and as what its files are read. */
export interface PublishedFolder {
  readonly folder: string;
  /** Id of the format; where a folder has several, the first whose pattern matches the file's name without its digest. */
  readonly format: string | readonly (readonly [pattern: RegExp, format: string])[];
  /** Package URLs are expected as somebody wrote them: each is brought into the one spelling before they are compared. */
  readonly isWritten?: true;
  /** What a peer calls packages is found as products, whose ids are the names. */
  readonly areProducts?: true;
  /** Where files are read in another way than is expected, by the file's name without its digest. */
  readonly deviations?: Readonly<Record<string, Deviation>>;
}

/** What of an expectation is not found, or what is found beyond it. */
export interface Deviation {
  /** Why that is right. */
  readonly why: string;
  /** Package URLs that are expected and not found. */
  readonly lacks?: readonly string[];
  /** Package URLs that are found and not expected. */
  readonly has?: readonly string[];
  /** Names of packages that the peer expects and that are listed apart here. */
  readonly apart?: readonly string[];
  /** Where the file is faulty for one of the two alone. */
  readonly fault?: 'here' | 'peer';
}
