import { PURL_LENGTH_MAX } from '@stackcheck/osv-core';
import { escaped, packageUrl, type PackageType } from './purl';

/** The parts of a package URL, decoded. */
export interface PurlParts {
  readonly type: string;
  /** With `/` between its segments; empty where there is none. */
  readonly namespace: string;
  readonly name: string;
  /** As written; empty where there is none. */
  readonly version: string;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string;
}

/** A package URL of somebody else's document. */
export interface CanonicalPurl extends PurlParts {
  /** The one spelling of all that name the same package, as lockfiles give it too. */
  readonly text: string;
}

/**
 * Reads a package URL (purl-spec) and spells it as {@link packageUrl} does. Qualifiers stay in order of their names, but for those
 * that tell where an artifact lies or in which form, and not which package it is: `type=jar` is the same package for an advisory.
 * @returns undefined where the text is none, or is longer than those that are read
 */
export function canonicalPurl(text: string): CanonicalPurl | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const plain = plainPurl(text);
  if (plain !== undefined) return plain;
  const parts = readParts(text.trim());
  if (parts === undefined) return undefined;
  const suffix = qualifiersOf(parts) + (parts.subpath === '' ? '' : `#${path(parts.subpath)}`);
  const purl = `${spelled(parts)}${suffix}`;
  return purl.length > PURL_LENGTH_MAX || UNPRINTABLE.test(decodedText(parts)) ? undefined : { text: purl, ...parts };
}

/** What most of an SBOM is: canonical as it is written, but for the names that its registry folds. */
const PLAIN =
  /^pkg:(cargo|composer|gem|golang|hex|maven|npm|nuget|pypi)\/(?:((?:%40)?[\w.~-]+(?:\/[\w.~-]+)*)\/)?([\w.~-]+)@([\w.~-]+)$/;
const FOLDING: ReadonlySet<string> = new Set(['composer', 'hex', 'pypi']);
const FOLDED = /[A-Z_.]|--/;
const NO_QUALIFIERS: ReadonlyMap<string, string> = new Map();

/** The same as all the rest finds of one of these, in a tenth of the time; undefined for all others. */
function plainPurl(text: string): CanonicalPurl | undefined {
  if (text.length > PURL_LENGTH_MAX) return undefined;
  const [, type, path = '', name, version] = PLAIN.exec(text) ?? [];
  if (type === undefined || name === undefined || version === undefined) return undefined;
  // Of a group a slash is a letter.
  if (type === 'maven' && path.includes('/')) return undefined;
  if (FOLDING.has(type) && (FOLDED.test(path) || FOLDED.test(name))) return undefined;
  const namespace = path.startsWith('%40') ? `@${path.slice(3)}` : path;
  return { type, namespace, name, version, qualifiers: NO_QUALIFIERS, subpath: '', text };
}

/** Long qualifiers go, so that it may be longer than what it becomes. */
const LENGTH_MAX = 4 * PURL_LENGTH_MAX;
const QUALIFIERS_MAX = 32;
/** Of a qualifier, in lower case (purl-spec). */
const KEY = /^(?!\d)[a-z0-9._-]+$/;
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f\p{Cs}]/u;

function decodedText({ namespace, name, version }: PurlParts): string {
  return `${namespace}/${name}@${version}`;
}

function readParts(text: string): PurlParts | undefined {
  try {
    return partsOf(text);
  } catch (error) {
    // An escape that stands for no text; nothing else is thrown.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** `pkg:type/namespace/name@version?qualifiers#subpath`, read from its end. */
function partsOf(text: string): PurlParts | undefined {
  const [whole, subpath] = cut(text, '#');
  const [main, query] = cut(whole, '?');
  const pairs = query === '' ? [] : query.split('&');
  if (main.length > PURL_LENGTH_MAX || pairs.length > QUALIFIERS_MAX) return undefined;
  const [, type = '', rest = ''] = /^pkg:\/*([A-Za-z][\w.+-]*)\/+(.+)$/i.exec(main) ?? [];
  const slash = rest.lastIndexOf('/');
  const at = rest.lastIndexOf('@');
  // A scope begins with the character that stands before versions.
  const hasVersion = at > slash + 1;
  const segments = (hasVersion ? rest.slice(0, at) : rest).split('/').filter((segment) => segment !== '');
  const name = segments.pop();
  const given = pairs.map(qualifier).filter(([key, value]) => key !== '' && value !== '');
  if (name === undefined || !given.every(([key]) => KEY.test(key))) return undefined;
  return {
    type: type.toLowerCase(),
    namespace: segments.map(decodeURIComponent).join('/'),
    name: decodeURIComponent(name),
    version: hasVersion ? decodeURIComponent(rest.slice(at + 1)) : '',
    qualifiers: new Map(given),
    subpath: decodeURIComponent(subpath),
  };
}

function cut(text: string, mark: string): readonly [string, string] {
  const found = text.indexOf(mark);
  return found === -1 ? [text, ''] : [text.slice(0, found), text.slice(found + 1)];
}

function qualifier(pair: string): readonly [string, string] {
  const [key, value] = cut(pair, '=');
  return [key.toLowerCase(), decodeURIComponent(value)];
}

/** Without qualifiers. */
function spelled(parts: PurlParts): string {
  const { type, version } = parts;
  const namespace = LOWER_NAMESPACE.has(type) ? parts.namespace.toLowerCase() : parts.namespace;
  const name = LOWER_NAME.has(type) ? parts.name.toLowerCase() : parts.name;
  if (isPackageType(type)) {
    const separator = type === 'maven' ? ':' : '/';
    const full = namespace === '' ? name : `${namespace}${separator}${name}`;
    const known = packageUrl(type, full, version === '' ? STAND_IN_VERSION : version);
    if (known !== undefined) return version === '' ? known.slice(0, known.lastIndexOf('@')) : known;
  }
  const place = [type, ...(namespace === '' ? [] : [path(namespace)]), escaped(name)].join('/');
  return `pkg:${place}${version === '' ? '' : `@${escaped(version)}`}`;
}

const STAND_IN_VERSION = '0';
const LOWER_NAMESPACE: ReadonlySet<string> = new Set(['apk', 'bitbucket', 'deb', 'github', 'rpm']);
const LOWER_NAME: ReadonlySet<string> = new Set(['apk', 'bitbucket', 'deb', 'github', 'oci']);

const PACKAGE_TYPES: ReadonlySet<string> = new Set<PackageType>([
  'cargo',
  'composer',
  'conan',
  'gem',
  'golang',
  'hex',
  'maven',
  'npm',
  'nuget',
  'pub',
  'pypi',
  'swift',
]);

function isPackageType(type: string): type is PackageType {
  return PACKAGE_TYPES.has(type);
}

function path(text: string): string {
  return text.split('/').map(escaped).join('/');
}

/** Where an artifact lies or in which form, by the types of packages for which that names no other package. */
const LOCATING: ReadonlySet<string> = new Set(['checksum', 'download_url', 'file_name', 'file_path', 'vcs_url']);
const LOCATING_MAVEN: ReadonlySet<string> = new Set(['classifier', 'packaging', 'repository_url', 'type']);
const LOCATING_GEM: ReadonlySet<string> = new Set(['platform', 'repository_url']);

function qualifiersOf({ type, qualifiers }: PurlParts): string {
  const more = type === 'maven' ? LOCATING_MAVEN : type === 'gem' ? LOCATING_GEM : undefined;
  const kept = [...qualifiers].filter(([key]) => !LOCATING.has(key) && more?.has(key) !== true);
  if (kept.length === 0) return '';
  const pairs = kept.map(([key, value]) => `${key}=${path(value)}`);
  return `?${pairs.sort().join('&')}`;
}
