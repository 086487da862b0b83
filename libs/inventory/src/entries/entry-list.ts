import type {
  ApartEntry,
  ApartReason,
  Entries,
  FileReference,
  IdentifiedEntry,
  ImageEntry,
  PackageEntry,
  Place,
  Problem,
  ProductEntry,
} from './entry';
import { FILE_LIMITS } from './limits';
import { packageUrl, type PackageType } from './purl';

/** What is known of a package besides its name. */
export interface PackageDetails {
  readonly line?: number | undefined;
  /** Used for development alone. */
  readonly dev?: boolean;
}

/** The place of a line that may be unknown. */
function placeOf(line: number | undefined): Place {
  return line === undefined ? {} : { line };
}

/**
 * Gathers what a reader finds. Packages, images and products that come again are one entry with the first line; a package is for
 * development alone if each of its entries is. Beyond the bound of entries nothing is added, and a problem says so once.
 */
export class EntryList {
  private readonly packages = new Map<string, PackageEntry>();
  private readonly images = new Map<string, ImageEntry>();
  private readonly products = new Map<string, ProductEntry>();
  private readonly identified = new Map<string, IdentifiedEntry>();
  private readonly apart = new Map<string, ApartEntry>();
  private readonly problems = new Map<string, Problem>();
  private readonly references = new Map<string, FileReference>();

  /**
   * A package of a public registry by its name and version, as {@link packageUrl} takes them. Without a version, or with a name that
   * the registry cannot hold, it is listed apart.
   */
  addRegistryPackage(type: PackageType, name: string, version: string, details: PackageDetails = {}): void {
    const purl = packageUrl(type, name, version);
    if (purl !== undefined) this.addPackage(purl, details);
    else if (version === '') this.addApart(name, 'no_version', details.line);
    else this.addApart(`${name}@${version}`, 'unsupported', details.line);
  }

  /** @param purl in canonical spelling, with its version */
  addPackage(purl: string, { line, dev = false }: PackageDetails = {}): void {
    const before = this.packages.get(purl);
    if (before === undefined && !this.hasRoom()) return;
    const isDev = dev && (before === undefined || before.dev === true);
    this.packages.set(purl, {
      purl,
      ...placeOf(before === undefined ? line : before.line),
      ...(isDev && { dev: true }),
    });
  }

  addImage(ref: string, line?: number): void {
    this.add(this.images, ref, { ref, ...placeOf(line) });
  }

  addProduct(product: string, version: string | null, from: string, line?: number): void {
    this.add(this.products, `${product}\0${version ?? ''}`, { product, version, from, ...placeOf(line) });
  }

  addIdentified(entry: Omit<IdentifiedEntry, 'line'>, line?: number): void {
    const { name, version, cpe = '', os = false } = entry;
    this.add(this.identified, [name, version ?? '', cpe, os].join('\0'), Object.assign({}, entry, placeOf(line)));
  }

  addApart(text: string, why: ApartReason, line?: number): void {
    const name = shown(text);
    this.add(this.apart, `${name}\0${why}`, { name, why, ...placeOf(line) });
  }

  addProblem(message: string, line?: number): void {
    if (this.problems.size >= FILE_LIMITS.problemsMax || this.problems.has(message)) return;
    this.problems.set(message, { message, ...placeOf(line) });
  }

  /** Another file to be read. Beyond their bound none is added, and a problem says so once. */
  addReference(reference: FileReference): void {
    const { path, line } = reference;
    if (this.references.has(path)) return;
    if (this.references.size < FILE_LIMITS.referencesMax) this.references.set(path, reference);
    else
      this.addProblem(
        `names more than ${FILE_LIMITS.referencesMax} files; those after them were not read: split it`,
        line,
      );
  }

  /** Files that were named, in their order. */
  referred(): readonly FileReference[] {
    return [...this.references.values()];
  }

  /** All of it, sorted by what identifies an entry. */
  entries(): Entries {
    return {
      packages: sorted(this.packages),
      images: sorted(this.images),
      products: sorted(this.products),
      identified: sorted(this.identified),
      apart: sorted(this.apart),
      problems: [...this.problems.values()],
    };
  }

  private add<Entry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
    if (!entries.has(key) && this.hasRoom()) entries.set(key, entry);
  }

  private hasRoom(): boolean {
    const inventory = this.packages.size + this.images.size + this.products.size;
    const count = inventory + this.identified.size + this.apart.size;
    if (count < FILE_LIMITS.entriesMax) return true;
    this.addProblem(`has more than ${FILE_LIMITS.entriesMax} entries; those after them were not read: split it`);
    return false;
  }
}

/** By code units, which is the order of the keys in every locale. */
function sorted<Entry>(entries: ReadonlyMap<string, Entry>): readonly Entry[] {
  return [...entries.keys()].sort().map((key) => entries.get(key) as Entry);
}

const SHOWN_LENGTH_MAX = 300;
const PLAIN = /^[ -~]*$/;

/** A name as written, without the user and password of an address and what would disturb a terminal, cut where it is long. */
function shown(name: string): string {
  if (name.length <= SHOWN_LENGTH_MAX && PLAIN.test(name) && !name.includes('://')) return name;
  const clean = name
    .replace(/:\/\/[^/@\s]*@/g, '://')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  return clean.length <= SHOWN_LENGTH_MAX ? clean : `${clean.slice(0, SHOWN_LENGTH_MAX)}…`;
}
