import type { ImageTable } from './image-table';
import type { WordRow } from './image-table-row';
import { ANY_JAVA, EDITION_WORDS } from './known-words';
import { distinctParts, tagPart } from './tag-part';
import type { ImagePart } from './types';
import { firstDigit, isPreRelease, isVersionLike, startsWithDigit } from './word-shapes';

/** What the repository says about the words of its tags. */
export interface TagContext {
  /** Product that the image itself is; its own words name its version, not a further part. */
  readonly product: string | null;
  /** Product of a JDK without a vendor; null when that is unknown. */
  readonly java: string | null;
  readonly leadingRevision: boolean;
  /** The words are a repository's name: numbers stand apart and may lack their dot (`python-311`). */
  readonly isName: boolean;
  /** The repository is of a publisher's own builds of languages, whose names and tags say no more than the language. */
  readonly ownBuilds?: boolean;
}

/** What a tag says: the image's own version, and the runtimes and base systems it names. */
export interface TagReading {
  readonly version: string | null;
  /** Where in the tag it begins; null where there is none, and in a repository's name. */
  readonly at: number | null;
  /** Cycle that the version is a name of (`bookworm`); null for numbers. */
  readonly cycle: string | null;
  readonly runtimes: readonly ImagePart[];
  readonly baseSystems: readonly ImagePart[];
}

/** Reads the words of a tag. Words of systems and runtimes are marked first; the image's version is the first one left. */
export function readTag(tag: string, context: TagContext, table: ImageTable): TagReading {
  const lower = tag.toLowerCase();
  const words = lower.split('-');
  const said = lower === tag ? words : tag.split('-');
  return new TagReader(words, said, context, table).read();
}

class TagReader {
  private readonly runtimes: ImagePart[] = [];
  private readonly baseSystems: ImagePart[] = [];
  private readonly marked: boolean[] = [];
  private readonly ownReleases: ReadonlyMap<string, string> | undefined;
  private readonly isJdk: boolean;
  private ownNumber: Pick<TagReading, 'version' | 'at'> | null = null;

  constructor(
    private readonly words: readonly string[],
    private readonly said: readonly string[],
    private readonly context: TagContext,
    private readonly table: ImageTable,
  ) {
    const { product } = context;
    this.ownReleases = product === null ? undefined : table.releases.get(product);
    this.isJdk = product !== null && table.jdks.has(product);
  }

  read(): TagReading {
    for (let at = 0; at < this.words.length; at++) if (this.marked[at] !== true) this.readWord(at);
    // The product's own word is plainer than a number that may count the image: `4-python3.11`.
    const { version, at, cycle } = this.ownNumber === null ? this.ownVersion() : { ...this.ownNumber, cycle: null };
    return { version, at, cycle, runtimes: this.runtimes, baseSystems: distinctParts(this.baseSystems) };
  }

  private readWord(at: number): void {
    const word = this.words[at]!;
    const digitAt = firstDigit(word);
    if (digitAt === 0 || this.ownReleases?.has(word) === true) return;

    const release = this.table.osReleases.get(word);
    if (release !== undefined) {
      this.baseSystems.push(tagPart('base_os', release.product, this.said[at]!, this.placeOf(at), release.cycle));
      this.mark(at);
      if (this.words[at + 1] === release.cycle) this.mark(at + 1);
      return;
    }
    const vendor = this.table.vendors.get(word);
    if (vendor !== undefined) return this.readVendor(at, vendor);

    const letters = digitAt < 0 ? word : word.slice(0, digitAt);
    const meaning = this.table.words.get(letters);
    if (meaning === undefined) return this.readMisspelt(at, letters);
    const number = digitAt < 0 ? '' : this.said[at]!.slice(digitAt);
    if (meaning.product === ANY_JAVA) this.readJava(at, number);
    else if (meaning.product !== null && meaning.product === this.context.product) this.readOwn(at, number);
    else if (meaning.role === 'base_os') this.readSystem(at, number, meaning);
    else this.readRuntime(at, number, meaning);
  }

  /** `bookwrom`: what is all but the name of a base system is one that is not known, and no word that says nothing. */
  private readMisspelt(at: number, letters: string): void {
    const product = this.context.isName ? undefined : this.table.systemNames.meantBy(letters);
    if (product === undefined || product === this.context.product) return;
    this.baseSystems.push({ ...tagPart('base_os', product, this.said[at]!, this.placeOf(at)), rounding: false });
    this.mark(at);
  }

  /** `temurin-21`: a JDK by its vendor. The vendor alone (`jre17-temurin`) is read where the number stands. */
  private readVendor(at: number, product: string | null): void {
    const next = this.words[at + 1];
    if (next === undefined) return;
    if (this.table.vendors.has(`${this.words[at]!}-${next}`)) return this.readPairedVendor(at, next);
    if (product !== null && product === this.context.product) return this.mark(at);
    // What follows `openj9` is the virtual machine's own version.
    if (this.isJdk || !startsWithDigit(next) || firstDigit(this.words[at]!) >= 0) return;
    this.addJava(this.vendorHere(product, this.words[at]!), at + 1);
    this.mark(at, at + 1);
  }

  /** `ibm-semeru-11`: two words that together name another vendor than the first one alone. */
  private readPairedVendor(at: number, second: string): void {
    const number = this.words[at + 2];
    if (this.isJdk || number === undefined || !startsWithDigit(number)) return;
    this.addJava(this.table.vendors.get(`${this.words[at]!}-${second}`) ?? null, at + 2);
    this.mark(at, at + 1, at + 2);
  }

  /** `jdk17`, `jdk-21-and-25`: a JDK by its number; the vendor may stand anywhere after it. */
  private readJava(at: number, joined: string): void {
    if (this.isJdk) return;
    if (joined !== '') {
      this.addJava(this.vendorAfter(at), at, joined);
      return this.mark(at);
    }
    const next = this.words[at + 1];
    if (next === undefined || !startsWithDigit(next)) return;
    this.addJava(this.vendorAfter(at), at + 1);
    this.mark(at, at + 1);
    const second = this.words[at + 3];
    if (this.words[at + 2] !== 'and' || second === undefined || !startsWithDigit(second)) return;
    if (second !== next) this.addJava(this.vendorAfter(at), at + 3);
    this.mark(at + 2, at + 3);
  }

  private vendorAfter(at: number): string | null {
    for (let i = at + 1; i < this.words.length; i++) {
      const word = this.words[i]!;
      const paired = i + 1 < this.words.length ? this.table.vendors.get(`${word}-${this.words[i + 1]!}`) : undefined;
      const vendor = paired ?? this.table.vendors.get(word);
      if (vendor !== undefined) return vendor;
    }
    return this.context.java;
  }

  /** A publisher's own language images say `openjdk` and mean the publisher's build. */
  private vendorHere(product: string | null, word: string): string | null {
    return (this.context.isName || this.context.ownBuilds === true) && word === 'openjdk' ? this.context.java : product;
  }

  /** @param version the end of the word, where the number does not stand apart */
  private addJava(product: string | null, at: number, version = this.said[at]!): void {
    // JDK 8 outlived the releases after it: a JDK that is not listed is unknown, never "older than listed".
    this.runtimes.push({ ...tagPart('runtime', product, version, this.placeOf(at, version)), rounding: false });
  }

  /** The image's own name in its tag: `centos:centos7`. */
  private readOwn(at: number, number: string): void {
    if (number !== '') this.ownNumber ??= { version: number, at: this.placeOf(at, number) };
    this.mark(at);
  }

  private readSystem(at: number, joined: string, { product, form }: WordRow): void {
    if (joined !== '') {
      this.baseSystems.push(
        tagPart('base_os', product, joined, this.placeOf(at, joined), this.releaseOf(product, joined)),
      );
      return this.mark(at);
    }
    if (form === 'joined') return;
    const next = this.words[at + 1];
    const cycle = next === undefined ? null : this.releaseOf(product, next);
    const exact = next !== undefined && product !== null && this.table.products.hasCycle(product, next);
    if (cycle !== null || exact) {
      this.baseSystems.push(tagPart('base_os', product, this.said[at + 1]!, this.placeOf(at + 1), cycle));
      this.mark(at, at + 1);
      if (this.words[at + 2] === cycle) this.mark(at + 2);
      return;
    }
    // A number that is no cycle belongs to the image (`debian-1.0` is Fluentd's first Debian image).
    this.baseSystems.push(tagPart('base_os', product, null, null));
    this.mark(at);
  }

  private releaseOf(product: string | null, word: string): string | null {
    return product === null ? null : (this.table.releases.get(product)?.get(word) ?? null);
  }

  private readRuntime(at: number, joined: string, { product, form, rounding }: WordRow): void {
    if (joined !== '' && !this.context.isName) {
      const dotted = this.dotted(product, joined);
      this.runtimes.push({ ...tagPart('runtime', product, joined, this.placeOf(at, joined), dotted), rounding });
      return this.mark(at);
    }
    const apart = joined === '';
    if (apart && form === 'joined' && !this.context.isName) return;
    const number = apart ? this.words[at + 1] : joined;
    const version = number === undefined || product === null ? null : this.listedVersion(product, number);
    if (version === null && apart) return;
    // A repository's name is never rounded: what it says is the language, not a release of it.
    const place = apart ? this.placeOf(at + 1) : this.placeOf(at, joined);
    this.runtimes.push({ ...tagPart('runtime', product, version ?? joined, place), rounding: false });
    this.mark(at);
    if (apart) this.mark(at + 1);
  }

  /** A number that lies in a listed cycle; in names also one that lost its dot (`311` for `3.11`). */
  private listedVersion(product: string, number: string): string | null {
    if (!startsWithDigit(number)) return null;
    for (let end = number.length; end > 0; end = number.lastIndexOf('.', end - 1)) {
      if (this.table.products.hasCycle(product, number.slice(0, end))) return number;
    }
    return this.context.isName ? this.dotted(product, number) : null;
  }

  /** The cycle of a number that lost its dot (`php82`); null when the number is fine or means no cycle with a dot. */
  private dotted(product: string | null, number: string): string | null {
    if (product === null || number.length < 2 || number.includes('.')) return null;
    const { products } = this.table;
    const cycle = `${number[0]!}.${number.slice(1)}`;
    if (products.hasCycle(product, cycle)) return products.hasCycle(product, number) ? null : cycle;
    // Some products list majors only: .NET 8.0 is in cycle 8.
    return this.context.isName && number.endsWith('0') && products.hasCycle(product, number[0]!) ? cycle : null;
  }

  private ownVersion(): Pick<TagReading, 'version' | 'at' | 'cycle'> {
    const { words, said } = this;
    for (let at = this.firstVersionWord(); at < words.length; at++) {
      const word = words[at]!;
      if (this.marked[at] === true || EDITION_WORDS.has(word)) continue;
      const cycle = this.ownReleases?.get(word);
      if (cycle !== undefined) return { version: said[at]!, at: this.placeOf(at), cycle };
      if (this.isJdk && (word === 'jdk' || word === 'jre')) continue;
      if (!isVersionLike(word)) break;
      const version = isPreRelease(words[at + 1]) ? `${said[at]!}-${said[at + 1]!}` : said[at]!;
      return { version, at: this.placeOf(at), cycle: null };
    }
    return { version: null, at: null, cycle: null };
  }

  /** `1-3.12`: the first number is the image's revision. A single small number alone may be one too, so it is left out. */
  private firstVersionWord(): number {
    if (!this.context.leadingRevision || !startsWithDigit(this.words[0]!)) return 0;
    const second = this.words[1];
    return this.words[0]!.length === 1 || (second !== undefined && startsWithDigit(second)) ? 1 : 0;
  }

  /** Where in the tag a word begins, or the end of it. */
  private placeOf(at: number, end = this.said[at]!): number | null {
    if (this.context.isName) return null;
    let place = this.said[at]!.length - end.length;
    for (let i = 0; i < at; i++) place += this.said[i]!.length + 1;
    return place;
  }

  private mark(...places: readonly number[]): void {
    for (const place of places) this.marked[place] = true;
  }
}
