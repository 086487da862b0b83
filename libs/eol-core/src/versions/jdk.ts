/** Products that distribute a Java development kit; their cycles are numbered alike. */
const JDK_PRODUCTS: ReadonlySet<string> = new Set([
  'alibaba-dragonwell',
  'amazon-corretto',
  'azul-zulu',
  'bellsoft-liberica',
  'eclipse-temurin',
  'graalvm-ce',
  'ibm-semeru-runtime',
  'microsoft-build-of-openjdk',
  'openjdk-builds-from-oracle',
  'oracle-graalvm',
  'oracle-jdk',
  'redhat-build-of-openjdk',
  'sapmachine',
]);

const JDK_WORDS: readonly string[] = ['jdk', 'jre', 'openjdk', 'java'];

/** The words that may stand before the version of this product because it is a JDK; none when it is not. */
export function jdkWords(productId: string): readonly string[] {
  return JDK_PRODUCTS.has(productId) ? JDK_WORDS : [];
}

/**
 * The newer spelling of a JDK version up to Java 8: `1.8.0_392` → `8.0_392`. Undefined when it is not of that form.
 * Later releases are never spelled so: 1.9 was never shipped.
 */
export function modernJdkVersion(version: string): string | undefined {
  return /^1\.[1-8](?!\d)/.test(version) ? version.slice(2) : undefined;
}
