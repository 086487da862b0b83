import { canonicalPurl } from '../../entries/canonical-purl';
import { packageUrl, type PackageType } from '../../entries/purl';

/** A package as a peer names it. */
export interface PeerPackage {
  readonly name: string;
  readonly version: string;
  /** Of a package URL. */
  readonly type: string;
}

/** What the corpus expects of a file; each member where it applies. */
export interface Expected {
  readonly purls?: readonly string[];
  readonly images?: readonly string[];
  /** Services of a compose file that are built. */
  readonly built?: readonly string[];
  /** Names, with or without more behind a blank or `@`. */
  readonly not_from_a_registry?: readonly string[];
  /** Of the tests of a peer; null where they state it in a form that was not read. */
  readonly packages?: readonly PeerPackage[] | null;
  readonly error_expected?: boolean;
}

/** What stands before the version or address of a name: `@a/b` of `@a/b@1` and of `@a/b 1`. */
export function plainName(text: string): string {
  return text.replace(/^(.[^@ ]*)[@ ].*$/s, '$1');
}

/** Types of package URLs whose names are plain there: repositories of GitHub. */
const PLAIN_TYPES: ReadonlySet<string> = new Set(['github']);
/** What is of no registry: tools of version managers, and what SBOMs hold besides packages. */
const NO_PACKAGES: ReadonlySet<string> = new Set(['TypeDHI', 'asdf', 'docker', 'generic', 'mise']);

/** A package of a peer as a package URL; its name and version where it is none, since it has no version for example. */
export function purlOfPeer({ name, version, type }: PeerPackage): string {
  if (PLAIN_TYPES.has(type)) return `pkg:${type}/${name}@${version}`;
  if (NO_PACKAGES.has(type)) return `${name}@${version}`;
  // The peer takes off what versions of Go begin with.
  const written = type === 'golang' && /^\d/.test(version) ? `v${version}` : version;
  return packageUrl(type as PackageType, name, written) ?? `${name}@${version}`;
}

/** Package URLs as documents write them, in the one spelling of each, sorted. */
export function canonicalPurls(purls: readonly string[]): readonly string[] {
  return [...new Set(purls.map((purl) => canonicalPurl(purl)?.text ?? purl))].sort();
}
