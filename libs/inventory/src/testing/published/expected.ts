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

/** A package of a peer as a package URL; its name and version where it is none, since it has no version for example. */
export function purlOfPeer({ name, version, type }: PeerPackage): string {
  return packageUrl(type as PackageType, name, version) ?? `${name}@${version}`;
}
