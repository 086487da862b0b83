/** Distributions of the JDK, those that images and build agents use most first. */
const JDKS = ['eclipse-temurin', 'openjdk-builds-from-oracle', 'amazon-corretto', 'azul-zulu', 'oracle-jdk'];

const AMAZON = ['amazon-linux', 'amazon-corretto', 'amazon-eks', 'aws-lambda', 'amazon-rds-postgresql'];

/**
 * Words that are said of several products, with the ids of those that are usually meant. They name no product by themselves, or one that is
 * often not the one meant (`windows 2022`, `linux 24.04`), so they are answered with suggestions and never guessed.
 */
const SHARED_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['java', JDKS],
  ['javase', JDKS],
  ['jdk', JDKS],
  ['jre', JDKS],
  ['openjdk', JDKS],
  ['openjre', JDKS],
  ['windows', ['windows', 'windows-server', 'windows-server-core', 'windows-nano-server', 'windows-embedded']],
  ['microsoftwindows', ['windows', 'windows-server', 'windows-server-core', 'windows-nano-server', 'windows-embedded']],
  ['win', ['windows', 'windows-server', 'windows-server-core', 'windows-nano-server', 'windows-embedded']],
  ['linux', ['linux', 'ubuntu', 'debian', 'alpine-linux', 'rhel']],
  ['net', ['dotnet', 'dotnetfx']],
  ['amazon', AMAZON],
  ['aws', AMAZON],
]);

/** The products that a word is said of; none where it is not such a word. @param squashed lower-cased letters and digits */
export function sharedWord(squashed: string): readonly string[] {
  return SHARED_WORDS.get(squashed) ?? [];
}
