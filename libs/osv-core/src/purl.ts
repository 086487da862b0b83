import { PackageURL } from 'packageurl-js';

/** The longest purl that is read, in characters. */
export const PURL_LENGTH_MAX = 512;

/** The components of a package URL, decoded; `version` is as written and may be missing. */
export interface Purl {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly subpath: string | null;
  /** The same purl in canonical spelling. */
  readonly text: string;
}

/** The components of a purl (purl-spec), or null where the text is none. Any text may be given; nothing is thrown. */
export function readPurl(text: string): Purl | null {
  if (text.length > PURL_LENGTH_MAX || UNPRINTABLE.test(text)) return null;
  try {
    return toPurl(text);
  } catch {
    // The library throws for every fault of the text (PurlError, URIError, TypeError) and touches nothing else.
    return null;
  }
}

/** Blanks and control characters; URL parsing would drop some of them silently, and join what they parted. */
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f]/;

function toPurl(text: string): Purl | null {
  // A query string would turn the pluses of `upstream=libstdc++` into blanks.
  const plain = text.replace(/\?[^#]*/, (query) => query.replaceAll('+', '%2B'));
  const [type, namespace, name, version, qualifiers, subpath] = PackageURL.parseString(plain);
  // Some types refuse a purl without a version, or with one in a form of their own; versions are judged elsewhere.
  const purl = new PackageURL(type ?? '', namespace, name ?? '', STAND_IN_VERSION, qualifiers, subpath);
  if ([purl.name, purl.namespace ?? ''].some((part) => UNPRINTABLE.test(part))) return null;
  const given = version === undefined || version === '' ? null : version;
  return {
    type: purl.type,
    namespace: purl.namespace ?? null,
    name: purl.name,
    version: given,
    qualifiers: { ...purl.qualifiers },
    subpath: purl.subpath ?? null,
    text: withVersion(purl, given),
  };
}

const STAND_IN_VERSION = '0';

/**
 * The canonical purl of the same package in another version: where a purl of a distribution names the version of its source
 * package, which is the one that advisories speak of, it is that one. Null for a text that is no purl.
 */
export function purlAt(text: string, version: string): string | null {
  const purl = readPurl(text);
  if (purl === null) return null;
  const { type, namespace, name, qualifiers, subpath } = purl;
  const source = sourceIn(purl);
  const given = source === undefined ? qualifiers : { ...qualifiers, [source.qualifier]: `${source.name}@${version}` };
  const other = new PackageURL(type, namespace, name, STAND_IN_VERSION, given, subpath);
  return withVersion(other, source === undefined ? version : purl.version);
}

/** The qualifier that names a source package together with its version. Names of rpm files are not read for theirs. */
function sourceIn({ type, qualifiers }: Purl): { readonly qualifier: string; readonly name: string } | undefined {
  if (type !== 'deb' && type !== 'apk') return undefined;
  const qualifier = qualifiers['upstream'] === undefined ? 'source' : 'upstream';
  const [, name] = /^([^@]+)@.+$/.exec(qualifiers[qualifier] ?? '') ?? [];
  return name === undefined ? undefined : { qualifier, name };
}

function withVersion(purl: PackageURL, version: string | null): string {
  purl.version = version ?? undefined;
  return purl.toString();
}
