import { KNOWN_VENDORS } from '@stackcheck/image-parser/table';

/** Words for vendors of JDKs beyond those of image tags: names in setup-java and version managers. */
const FURTHER: readonly (readonly [string, string | null])[] = [
  ['adopt', null],
  ['adopt-hotspot', null],
  ['adopt-openj9', null],
  ['jetbrains', null],
  ['kona', null],
  ['dragonwell', 'alibaba-dragonwell'],
  ['graalvm-community', 'graalvm-ce'],
  ['jdkfile', null],
  ['mandrel', 'mandrel'],
  ['oracle', 'oracle-jdk'],
  ['oracle-graalvm', 'oracle-graalvm'],
  ['oracle-openjdk', 'openjdk-builds-from-oracle'],
];

const VENDORS: ReadonlyMap<string, string | null> = new Map([
  ...KNOWN_VENDORS.map(({ word, product }) => [word, product] as const),
  ...FURTHER,
]);

/** What SDKMAN writes after a Java version (https://sdkman.io/jdks). */
const SDKMAN: ReadonlyMap<string, string> = new Map([
  ['albba', 'alibaba-dragonwell'],
  ['amzn', 'amazon-corretto'],
  ['graal', 'oracle-graalvm'],
  ['graalce', 'graalvm-ce'],
  ['librca', 'bellsoft-liberica'],
  ['mandrel', 'mandrel'],
  ['ms', 'microsoft-build-of-openjdk'],
  ['open', 'openjdk-builds-from-oracle'],
  ['oracle', 'oracle-jdk'],
  ['sapmchn', 'sapmachine'],
  ['sem', 'ibm-semeru-runtime'],
  ['tem', 'eclipse-temurin'],
  ['zulu', 'azul-zulu'],
]);

/** A JDK: whose it is, and its version. */
export interface JavaVersion {
  /** Product id; null for a vendor that is no product, undefined where none is named. */
  readonly product: string | null | undefined;
  /** Null where no number is named. */
  readonly version: string | null;
}

/** Several times as long as any; a text of hyphens alone would be cut at each of them. */
const CHARS_MAX = 200;

/**
 * Reads `temurin-17.0.2+8`, `corretto64-11`, `zulu-jre-javafx-17.30.15` (asdf, mise, jenv) and `17.0.2-tem` (SDKMAN); a number alone
 * names no vendor, and Java 17 of one is supported longer than that of another.
 */
export function readJava(text: string): JavaVersion {
  if (text.length > CHARS_MAX) return { product: null, version: null };
  const [, named, number] = /^(?:([A-Za-z][A-Za-z0-9-]*?)(?:64)?[-@])?v?(\d[\w.+]*(?:-ea)?)/.exec(text) ?? [];
  if (number === undefined) return { product: vendorOf(text.replace(/64$/, '')), version: null };
  if (named !== undefined) return { product: vendorOf(named), version: number };
  const [, suffix] = /^[^-]*-(?:[\w.]+-)*?([a-z]+)$/.exec(text) ?? [];
  return { product: suffix === undefined ? undefined : (SDKMAN.get(suffix) ?? null), version: number };
}

/** The product of a vendor's name; null where it is none of the dataset. */
export function vendorOf(name: string): string | null {
  const words = name.toLowerCase().split('-');
  for (let end = words.length; end > 0; end--) {
    const product = VENDORS.get(words.slice(0, end).join('-'));
    if (product !== undefined) return product;
  }
  return null;
}
