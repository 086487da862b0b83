import type { ApartReason } from '../entries/entry';

/**
 * Why what npm and its like wrote for where a package comes from (a version, a range or an address) is no release of a registry;
 * undefined where it is one. Packages of mirrors and proxies count as the registry's: they have its paths.
 */
export function apartReasonOf(source: string): ApartReason | undefined {
  // Nearly all are one of these two.
  const isAddress = /^https?:/.test(source);
  if (/^\d[^/:]*$/.test(source) || (isAddress && REGISTRY_TARBALL.test(source))) return undefined;
  if (/^(?:git\b|ssh:|github:|gitlab:|bitbucket:|gist:)/.test(source) || isRepository(source)) return 'git';
  if (/^(?:file:|\.{0,2}\/|~\/|[A-Za-z]:[\\/])/.test(source)) return 'path';
  if (/^(?:link|portal):/.test(source)) return 'link';
  if (source.startsWith('workspace:')) return 'workspace';
  if (!isAddress) return undefined;
  return PRIVATE_REGISTRY.test(source) ? 'private_registry' : 'url';
}

/** `…/-/name-1.0.0.tgz` of registries, `…/download/name-1.0.0.tgz` of Chinese mirrors. */
const REGISTRY_TARBALL = /\/(?:-|download)\/(?:(?:@|%40)[^/%]+(?:\/|%2f))?[^/]+\.tgz(?:[?#]|$)/i;

/** GitHub Packages, whose addresses have neither form. */
const PRIVATE_REGISTRY = /^https?:\/\/npm\.pkg\.github\.com\//;

/** Addresses of git by their end or host, and `owner/repository`, which npm takes for GitHub's. */
function isRepository(source: string): boolean {
  return (
    /^https?:\/\/[^?#]*\.git(?:[?#]|$)/.test(source) ||
    /^https?:\/\/codeload\.github\.com\//.test(source) ||
    /^[\w-]+\/[\w.-]+(?:#.*)?$/.test(source)
  );
}

/** A package as npm names it. */
export interface NamedVersion {
  readonly name: string;
  /** What stands after the name: a version, a range or an address; empty where nothing does. */
  readonly version: string;
}

/** The parts of `name@version` and `@scope/name@version`. */
export function splitSpecifier(specifier: string): NamedVersion {
  const at = specifier.indexOf('@', 1);
  if (at === -1) return { name: specifier, version: '' };
  return { name: specifier.slice(0, at), version: specifier.slice(at + 1) };
}

/** The package that an alias (`npm:string-width@4.2.0`) stands for; undefined where it is none. */
export function aliasedPackage(version: string): NamedVersion | undefined {
  return /^npm:@?[^@]+@/.test(version) ? splitSpecifier(version.slice('npm:'.length)) : undefined;
}
