/** The parts of a package URL but its version, decoded and in the spelling of its type. */
export interface PurlParts {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** By keys in lower case; null where there are none. */
  readonly qualifiers: Readonly<Record<string, string>> | null;
  readonly subpath: string | null;
}

/** What a text says before any spelling is made canonical. */
export interface RawPurl {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly qualifiers: Iterable<readonly [string, string]>;
  readonly subpath: string | null;
}

const SCHEME = /^pkg:(\/*)/i;

/**
 * The parts of a text as purl-spec parses them. Qualifiers are read as those of a URL, but a plus stays a plus.
 * @throws URIError, TypeError or a plain Error where the text is none
 */
export function parsePurl(text: string): RawPurl {
  const [scheme, slashes] = SCHEME.exec(text) ?? [];
  if (scheme === undefined) throw new Error('no scheme "pkg"');
  if (slashes !== '') requireNoUser(text);
  const wellFormed = text.slice(scheme.length).replace(/\p{Surrogate}/gu, '\ufffd');
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(wellFormed) ?? [];
  const slash = path.indexOf('/');
  const type = decodeURIComponent(slash < 0 ? path : path.slice(0, slash));
  const at = path.lastIndexOf('@');
  // A scope without an escaped sign is no version.
  const end = at < 0 || path[at - 1] === '/' ? path.length : at;
  const whole = slash < 1 ? '' : path.slice(type.length + 1, end);
  const last = whole.lastIndexOf('/');
  return {
    type,
    namespace: last < 0 ? null : decodeURIComponent(whole.slice(0, last)),
    name: decodeURIComponent(whole.slice(last + 1)),
    version: end === path.length || slash < 1 ? null : decodeURIComponent(path.slice(end + 1)),
    qualifiers: query === '' ? NO_QUALIFIERS : readQualifiers(query),
    subpath: fragment === '' ? null : decodeURIComponent(fragment),
  };
}

/** Most purls have none, and parsing a query takes longer than all the rest. */
const NO_QUALIFIERS: RawPurl['qualifiers'] = [];

function readQualifiers(query: string): RawPurl['qualifiers'] {
  // Node misreads other letters next to a broken escape, so they are escaped, too.
  const escaped = query.replaceAll('+', '%2B').replace(/[^\0-\x7f]+/g, encodeURIComponent);
  const qualifiers = [...new URLSearchParams(escaped)];
  for (const [, value] of qualifiers) decodeURIComponent(value);
  return qualifiers;
}

/** Slashes after the scheme are allowed; user, password and what is no host after them are not. */
function requireNoUser(text: string): void {
  const { username, password } = new URL(text);
  if (username !== '' || password !== '') throw new Error('a user in a purl');
}

/** Parts in canonical spelling, by the rules of purl-spec and of their type. @throws Error where they break one of them */
export function canonicalParts(raw: Omit<RawPurl, 'version'>): PurlParts {
  const type = raw.type.trim().toLowerCase();
  if (!/^[a-z.+-][a-z0-9.+-]*$/.test(type)) throw new Error('no type');
  // Of slashes alone nothing is left.
  const namespace = (raw.namespace && segments(raw.namespace, () => true)) || null;
  const name = raw.name.trim();
  if (name === '') throw new Error('no name');
  const qualifiers = canonicalQualifiers(raw.qualifiers);
  const subpath =
    raw.subpath && segments(raw.subpath, (segment) => segment !== '.' && segment !== '..' && !!segment.trim());
  const parts = spelledParts(type, namespace, name, qualifiers, subpath);
  if (parts === undefined) throw new Error(`not what "${type}" allows`);
  return parts;
}

/** Parts with namespace and name in the spelling of their type; undefined where they break a rule of it. */
export function spelledParts(
  type: string,
  namespace: string | null,
  name: string,
  qualifiers: PurlParts['qualifiers'],
  subpath: string | null,
): PurlParts | undefined {
  const parts = {
    type,
    namespace: namespace !== null && LOWER_NAMESPACE.has(type) ? namespace.toLowerCase() : namespace,
    name: spelledName(type, name, qualifiers),
    qualifiers,
    subpath,
  };
  return FAULTS.get(type)?.(parts) ? undefined : parts;
}

/** The purl of parts in a version, or without one. @throws URIError where the version holds half a surrogate pair */
export function purlText({ type, namespace, name, qualifiers, subpath }: PurlParts, version: string | null): string {
  const place = namespace ? `${encodeURIComponent(namespace).replace(/%3A/g, ':').replace(/%2F/g, '/')}/` : '';
  const at = version ? `@${encodeURIComponent(version).replace(/%3A/g, ':').replace(/%2B/g, '+')}` : '';
  const sorted = qualifiers && Object.entries(qualifiers).sort(([a], [b]) => (a < b ? -1 : 1));
  const query = sorted ? `?${new URLSearchParams(sorted).toString().replaceAll('+', '%20')}` : '';
  const fragment = subpath ? `#${encodeURIComponent(subpath).replace(/%2F/g, '/')}` : '';
  return `pkg:${encodeURIComponent(type)}/${place}${encodeURIComponent(name)}${at}${query}${fragment}`;
}

/** A path without empty segments, and of several only those to keep. */
function segments(path: string, isKept: (segment: string) => boolean): string {
  const parts = path.replace(/^\/+/, '').split('/');
  const last = parts.pop() ?? '';
  if (parts.length === 0) return last;
  const kept = parts.filter((part) => part !== '' && isKept(part));
  return kept.join('/') + (last !== '' && isKept(last) ? `/${last}` : '');
}

function canonicalQualifiers(given: RawPurl['qualifiers']): Readonly<Record<string, string>> | null {
  const kept = new Map<string, string>();
  for (const [key, value] of given) {
    if (value.trim() !== '') kept.set(key.toLowerCase(), value.trim());
  }
  for (const key of kept.keys()) if (!/^(?!\d)[a-z0-9._-]*$/.test(key)) throw new Error('no key of a qualifier');
  return kept.size === 0 ? null : Object.fromEntries(kept);
}

function spelledName(type: string, name: string, qualifiers: PurlParts['qualifiers']): string {
  const isLower = LOWER_NAME.has(type) || (type === 'mlflow' && qualifiers?.['repository_url']?.includes('databricks'));
  const spelled = isLower ? name.toLowerCase() : name;
  if (type === 'pub') return spelled.replaceAll('-', '_');
  return type === 'pypi' ? spelled.replaceAll('_', '-') : spelled;
}

/** Types whose namespaces are written in lower case. */
const LOWER_NAMESPACE = /* @__PURE__ */ new Set(
  'alpm apk bitbucket composer deb gitlab github hex npm pypi qpkg rpm'.split(' '),
);

/** Types whose names are. */
const LOWER_NAME = /* @__PURE__ */ new Set(
  'alpm apk bitbucket bitnami composer deb gitlab github hex npm oci pub pypi'.split(' '),
);

/** What breaks a rule of a type. */
const FAULTS: ReadonlyMap<string, (parts: PurlParts) => boolean> = /* @__PURE__ */ new Map([
  // The channel distinguishes packages of the same name.
  ['conan', ({ namespace, qualifiers }) => (namespace ? qualifiers === null : !!qualifiers?.['channel'])],
  ['maven', ({ namespace }) => !namespace],
  ['swift', ({ namespace }) => !namespace],
  ['mlflow', ({ namespace }) => !!namespace],
  ['oci', ({ namespace }) => !!namespace],
  ['pub', ({ name }) => /[^a-z0-9_]/.test(name)],
]);
