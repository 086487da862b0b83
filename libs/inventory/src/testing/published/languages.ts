import type { PublishedFolder } from './folder';

const SYNTAX = 'the peer finds nothing in what is not of the syntax; here that is said';
const STDLIB = 'the version of Go is a product here, not a package';
const SOURCE = 'code of a repository or folder has no version that advisories know';

/** Lockfiles of other languages. */
export const LANGUAGES_FOLDERS: readonly PublishedFolder[] = [
  { folder: 'lockfiles/cargo', format: 'cargo-lock' },
  { folder: 'lockfiles/composer', format: 'composer-lock' },
  { folder: 'lockfiles/gem', format: 'gemfile-lock' },
  { folder: 'lockfiles/gomod', format: 'go-mod' },
  { folder: 'lockfiles/mix', format: 'mix-lock' },
  { folder: 'lockfiles/nuget', format: 'nuget-lock' },
  { folder: 'lockfiles/pub', format: 'pubspec-lock' },
  {
    folder: 'peers/cargolock',
    format: 'cargo-lock',
    deviations: { 'not-toml.txt': { why: SYNTAX, fault: 'here' } },
  },
  {
    folder: 'peers/composerlock',
    format: 'composer-lock',
    deviations: {
      'not-json.txt': { why: SYNTAX, fault: 'here' },
      'null.jsontest': { why: SYNTAX, fault: 'here' },
    },
  },
  {
    folder: 'peers/gemfilelock',
    format: 'gemfile-lock',
    deviations: {
      'has-git-gem.lock': { why: SOURCE, apart: ['hanami-controller', 'hanami-utils'] },
      'has-local-gem.lock': { why: SOURCE, apart: ['backbone-on-rails'] },
    },
  },
  {
    folder: 'peers/gomod',
    format: 'go-mod',
    deviations: {
      'indirect-packages.mod': { why: STDLIB, lacks: ['pkg:golang/stdlib@v1.17'] },
      'not-go-mod.mod': { why: SYNTAX, fault: 'here' },
      'replace-local.mod': { why: 'a folder is listed apart under the name that is required', lacks: ['./fork/net@'] },
      'toolchain-with-suffix.mod': { why: STDLIB, lacks: ['pkg:golang/stdlib@v1.23.6'] },
      'toolchain.mod': { why: STDLIB, lacks: ['pkg:golang/stdlib@v1.23.6'] },
    },
  },
  {
    folder: 'peers/gradlelockfile',
    format: 'gradle-lockfile',
    deviations: { 'with-bad-pkg': { why: 'the peer passes over lines that are no package', fault: 'here' } },
  },
  {
    folder: 'peers/gradleverificationmetadataxml',
    format: 'gradle-verification',
    deviations: {
      'missing-attribute.xml': {
        why: 'a module without a group, name or version is apart: no advisory is about it',
        apart: [':pdfbox', 'org.apache.pdfbox:', 'org.apache.pdfbox:pdfbox'],
      },
      'not-xml.txt': { why: SYNTAX, fault: 'here' },
    },
  },
  {
    folder: 'peers/mixlock',
    format: 'mix-lock',
    deviations: { 'git.lock': { why: SOURCE, apart: ['bar', 'foe', 'foo'] } },
  },
  {
    folder: 'peers/packageslockjson',
    format: 'nuget-lock',
    deviations: { invalid: { why: 'the expectation is not stated', fault: 'here' } },
  },
  {
    folder: 'peers/pomxml',
    format: 'pom-xml',
    deviations: {
      'interpolation.xml': {
        why: 'the peer takes the lowest version of a range; which one is used is not known',
        apart: ['org.mine:ranged-package'],
      },
      'not-pom.txt': { why: SYNTAX, fault: 'here' },
      'profiles.xml': {
        why: 'the parent is a package of a repository, too',
        has: ['pkg:maven/org.parent/parent-pom@1.0.0'],
      },
    },
  },
  {
    folder: 'peers/pubspec',
    format: 'pubspec-lock',
    deviations: {
      'empty.lock': { why: 'the peer takes it for a fault; here it names no package', fault: 'peer' },
      'not-yaml.txt': { why: SYNTAX, fault: 'here' },
      'source-path.lock': { why: SOURCE, apart: ['maa_core'] },
    },
  },
];
