import { canonicalParts, parsePurl, purlText, spelledParts, type PurlParts } from './purl-form';

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
  if (text.length > PURL_LENGTH_MAX) return null;
  const plain = plainPurl(text);
  if (plain !== undefined) return plain;
  if (UNPRINTABLE.test(text)) return null;
  try {
    return toPurl(text);
  } catch {
    // Every fault of the text is thrown (Error, URIError, TypeError), and nothing else.
    return null;
  }
}

/** What most purls are: without qualifiers and subpath, and with no escape but that of a scope. */
const PLAIN = /^pkg:([a-z]+)\/(?:((?:%40)?[\w.-]+(?:\/[\w.-]+)*)\/)?([\w.-]+)@([\w.+-]+)$/;

/** The same as `toPurl` of one of these, in a tenth of the time; undefined for all others. */
function plainPurl(text: string): Purl | undefined {
  const [, type = '', path = null, last = '', version] = PLAIN.exec(text) ?? [];
  if (version === undefined) return undefined;
  const parts = spelledParts(type, path && path.replace('%40', '@'), last, null, null);
  return parts && withText(parts, version);
}

/** Blanks and control characters; URL parsing would drop some of them silently, and join what they parted. */
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f]/;

function toPurl(text: string): Purl | null {
  const raw = parsePurl(text);
  const parts = canonicalParts(raw);
  if ([parts.name, parts.namespace ?? ''].some((part) => UNPRINTABLE.test(part))) return null;
  return withText(parts, raw.version === '' ? null : raw.version);
}

function withText(parts: PurlParts, version: string | null): Purl {
  const { type, namespace, name, qualifiers, subpath } = parts;
  return { type, namespace, name, qualifiers: { ...qualifiers }, subpath, version, text: purlText(parts, version) };
}

/**
 * The canonical purl of the same package in another version: where a purl of a distribution names the version of its source
 * package, which is the one that advisories speak of, it is that one. Null for a text that is no purl, and for a version that no purl can
 * hold: with half a surrogate pair, or longer than purls are read.
 */
export function purlAt(text: string, version: string): string | null {
  const purl = readPurl(text);
  if (purl === null || version.length > PURL_LENGTH_MAX || SURROGATE.test(version)) return null;
  const { type, namespace, name, qualifiers, subpath } = purl;
  const source = sourceIn(purl);
  const given = source === undefined ? qualifiers : { ...qualifiers, [source.qualifier]: `${source.name}@${version}` };
  const other = canonicalParts({ type, namespace, name, qualifiers: Object.entries(given), subpath });
  return purlText(other, source === undefined ? version : purl.version);
}

/** Half a pair: in a pattern of code points, a pair is one character of another kind. */
const SURROGATE = /\p{Surrogate}/u;

/** The qualifier that names a source package together with its version. Names of rpm files are not read for theirs. */
function sourceIn({ type, qualifiers }: Purl): { readonly qualifier: string; readonly name: string } | undefined {
  if (type !== 'deb' && type !== 'apk') return undefined;
  const qualifier = qualifiers['upstream'] === undefined ? 'source' : 'upstream';
  const [, name] = /^([^@]+)@.+$/.exec(qualifiers[qualifier] ?? '') ?? [];
  return name === undefined ? undefined : { qualifier, name };
}
