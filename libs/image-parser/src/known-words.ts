import type { VendorRow, WordRow } from './image-table-row';

/** Marks a word that numbers a JDK without naming its vendor. */
export const ANY_JAVA = 'java';

/** Words of image tags, hand-kept. Codenames are not here: they come with the data. */
export const KNOWN_WORDS: readonly WordRow[] = [
  ...os('bare', 'alpine-linux', 'alpine'),
  ...os('bare', 'debian', 'debian'),
  ...os('bare', 'ubuntu', 'ubuntu'),
  ...os('bare', 'oracle-linux', 'oraclelinux', 'oracle', 'ol'),
  ...os('bare', 'almalinux', 'almalinux', 'alma'),
  ...os('bare', 'rocky-linux', 'rockylinux', 'rocky'),
  ...os('bare', 'centos', 'centos'),
  ...os('joined', 'centos-stream', 'stream'),
  ...os('bare', 'fedora', 'fedora'),
  ...os('bare', 'amazon-linux', 'amazonlinux'),
  ...os('joined', 'amazon-linux', 'al'),
  ...os('bare', 'rhel', 'ubi', 'rhel'),
  ...os('bare', 'opensuse', 'opensuse', 'leap'),
  ...os('bare', 'photon', 'photon'),
  ...os('bare', 'windows-server-core', 'windowsservercore'),
  ...os('bare', 'windows-nano-server', 'nanoserver'),
  // Named so that they are not passed over in silence; the dataset has no cycles of theirs.
  ...os('bare', null, 'azurelinux', 'mariner'),

  ...runtime('joined', 'php', 'php'),
  { ...word('runtime', 'separate', 'python', 'python'), rounding: false },
  ...runtime('separate', 'nodejs', 'node', 'nodejs'),
  ...runtime('joined', 'go', 'go', 'golang'),
  ...runtime('separate', 'ruby', 'ruby'),
  ...runtime('joined', 'perl', 'perl'),
  ...runtime('joined', 'dotnet', 'dotnet'),
  ...runtime('joined', 'postgresql', 'pg', 'postgres', 'postgresql'),
  ...runtime('separate', 'scala', 'scala', 'scala_'),
  ...runtime('separate', 'erlang', 'otp', 'erlang'),
  ...runtime('separate', ANY_JAVA, 'jdk', 'jre', 'java'),
];

/** Vendors of JDKs as tags name them. */
export const KNOWN_VENDORS: readonly VendorRow[] = [
  ...vendor('eclipse-temurin', 'temurin'),
  ...vendor('amazon-corretto', 'corretto', 'amazoncorretto'),
  // OpenJ9 builds are published as Semeru.
  ...vendor('ibm-semeru-runtime', 'semeru', 'ibm-semeru', 'openj9'),
  ...vendor('sapmachine', 'sapmachine'),
  ...vendor('graalvm-ce', 'graal', 'graalvm'),
  ...vendor('openjdk-builds-from-oracle', 'openjdk'),
  ...vendor('azul-zulu', 'zulu', 'azulzulu'),
  ...vendor('bellsoft-liberica', 'liberica', 'libericaopenjdk'),
  ...vendor('alibaba-dragonwell', 'dragonwell'),
  ...vendor('microsoft-build-of-openjdk', 'microsoft', 'microsoft-openjdk'),
  ...vendor(null, 'adoptopenjdk', 'ibm', 'ibmjava', 'ibmsfj'),
];

function os(form: WordRow['form'], product: string | null, ...words: readonly string[]): WordRow[] {
  return words.map((text) => word('base_os', form, product, text));
}

function runtime(form: WordRow['form'], product: string, ...words: readonly string[]): WordRow[] {
  return words.map((text) => word('runtime', form, product, text));
}

function word(role: WordRow['role'], form: WordRow['form'], product: string | null, text: string): WordRow {
  return { kind: 'word', word: text, role, product, form, rounding: true };
}

function vendor(product: string | null, ...words: readonly string[]): VendorRow[] {
  return words.map((text) => ({ kind: 'vendor', word: text, product }));
}

/** Products that are JDKs though no vendor word names them. */
export const FURTHER_JDKS: readonly string[] = ['mandrel', 'oracle-graalvm', 'oracle-jdk', 'redhat-build-of-openjdk'];

/** Words that stand before an image's version and say nothing of it: editions, and machines that it is built for. */
export const EDITION_WORDS: ReadonlySet<string> = new Set(
  (
    'ce community ee enterprise lts open slim ' +
    'aarch64 amd64 arm arm32v5 arm32v6 arm32v7 arm64 arm64v8 armhf armv7 i386 linux ppc64le riscv64 s390x x64 x86 x86_64'
  ).split(' '),
);

/** Letters of a word that, right after the version, make it a pre-release (`4.0.0-rc-5`, `8.0-m02`). */
export const PRE_RELEASE_WORDS: ReadonlySet<string> = new Set(
  'alpha beta cr dev ea m milestone pre preview rc snapshot'.split(' '),
);

/** Words that are never the name of a release, whatever codenames upstream gives. */
export const GENERAL_WORDS: ReadonlySet<string> = new Set(
  'current devel edge fresh latest lts mainline old rawhide rolling sid stable testing tip unstable'.split(' '),
);
