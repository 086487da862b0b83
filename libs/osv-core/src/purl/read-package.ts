import { readVersion } from './asked-version';
import { readRelease, type Release } from '../ecosystem/distro-release';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { normaliseName } from '../ecosystem/package-name';
import { purlAt, readPurl, type Purl } from './purl';
import { readSource } from './source-package';

/** One package in one version, in OSV's terms. */
export interface PackageQuery {
  readonly ecosystem: Ecosystem;
  /** Normalised names to look up; records may be filed under any of them. */
  readonly names: readonly string[];
  /** The name to show, in OSV's form (`@scope/name`, `group:artifact`, a module path). */
  readonly name: string;
  /** The version in the ecosystem's spelling. */
  readonly version: string;
  /** The release of a distribution, null where the purl names none or the ecosystem has none. */
  readonly release: Release | null;
  /** The purl in canonical spelling. */
  readonly purl: string;
  /**
   * True where the text is no version by the rules of the ecosystem, which may not be able to read it, or reads it as a range (`4.4` of
   * npm): it is one only where an advisory of the package names the very text.
   */
  readonly listedOnly?: true | undefined;
  /** True where advisories name source packages, and the purl does not say whether the name is that of one. */
  readonly mayBeBinary?: true | undefined;
}

/** Why a purl cannot be asked about. */
export type PurlFault = 'invalid_purl' | 'unsupported_type' | 'no_version' | 'invalid_version';

/** What a purl asks, or why it cannot be answered; the latter is never to be shown as "not vulnerable". */
export type PurlReading = ({ readonly ok: true } & PackageQuery) | { readonly ok: false; readonly reason: PurlFault };

/** Reads a purl as a question about one package version. Any text may be given; nothing is thrown. */
export function readPackage(text: string): PurlReading {
  const purl = readPurl(text);
  if (purl === null) return { ok: false, reason: 'invalid_purl' };
  const place = placeOf(purl);
  if (typeof place === 'string') return { ok: false, reason: place };
  if (place.version === null) return { ok: false, reason: 'no_version' };
  const { ecosystem, names, mayBeBinary } = place;
  const name = names[names.length - 1] as string;
  const read = readVersion(ecosystem, name, place.version);
  if (read === undefined) return { ok: false, reason: 'invalid_version' };
  return {
    ok: true,
    ecosystem,
    names: normalised(ecosystem, names),
    name,
    release: readRelease(ecosystem, purl.qualifiers['distro']),
    purl: purl.text,
    ...(mayBeBinary && { mayBeBinary }),
    ...read,
  };
}

/** What most purls are: of a registry, canonical, without qualifiers and subpath. */
const PLAIN_PURL = /^pkg:(?:npm|pypi|gem|cargo|golang|maven|nuget|composer|hex|pub)\/[^?#@]+@[^?#@]+$/;
/** Letters that a purl shows as they are. */
const PLAIN_VERSION = /^[\w.~:+-]+$/;

/**
 * A package that was read in another version: what `readPackage` reads of `purlAt`. Of plain ones nothing is parsed again.
 * Undefined where the version is none.
 */
export function packageAt(query: PackageQuery, version: string): PackageQuery | undefined {
  const { ecosystem, purl, name } = query;
  if (!PLAIN_PURL.test(purl) || !PLAIN_VERSION.test(version) || ecosystem === 'Go') {
    const other = readPackage(purlAt(purl, version) ?? '');
    return other.ok ? other : undefined;
  }
  const read = readVersion(ecosystem, name, version);
  if (read === undefined) return undefined;
  const { names, release, mayBeBinary } = query;
  const other = `${purl.slice(0, purl.lastIndexOf('@'))}@${version}`;
  return { ecosystem, names, name, release, purl: other, ...(mayBeBinary && { mayBeBinary }), ...read };
}

/** A package without its version, in OSV's terms; `names` as of a `PackageQuery`. */
export type NamedPackage = Pick<PackageQuery, 'ecosystem' | 'names'>;

/** The package that a purl names, whatever version it names or none; undefined where it cannot be asked about. */
export function readPackageName(text: string): NamedPackage | undefined {
  const purl = readPurl(text);
  const place = purl === null ? 'invalid_purl' : placeOf(purl);
  if (typeof place === 'string') return undefined;
  const { ecosystem, names } = place;
  return { ecosystem, names: normalised(ecosystem, names) };
}

/** Each once. Most packages have one. */
function normalised(ecosystem: Ecosystem, names: readonly string[]): readonly string[] {
  const found = names.map((name) => normaliseName(ecosystem, name));
  return found.length === 1 ? found : [...new Set(found)];
}

/** Where OSV files the package; `names` most specific first. */
interface Place {
  readonly ecosystem: Ecosystem;
  readonly names: readonly string[];
  readonly version: string | null;
  readonly mayBeBinary?: true;
}

type Reader = (purl: Purl) => Place | 'invalid_purl' | 'unsupported_type';

function placeOf(purl: Purl): ReturnType<Reader> {
  const read = READERS.get(purl.type);
  return read === undefined ? 'unsupported_type' : read(purl);
}

/** Packages without a namespace: with one, the purl is of no package there is. */
const byName =
  (ecosystem: Ecosystem): Reader =>
  ({ namespace, name, version }) =>
    namespace === null ? { ecosystem, names: [name], version } : 'invalid_purl';

/** How the packages of a type are named: whether each has a namespace, and which texts are one. */
interface Namespaces {
  readonly needed?: boolean;
  readonly form?: RegExp;
}

/** Of most types a namespace is one segment. */
const SEGMENT = /^[^/]+$/;

/** Packages whose namespace belongs to the name, with what stands between the two. */
const byPath =
  (ecosystem: Ecosystem, separator: string, { needed = true, form = SEGMENT }: Namespaces = {}): Reader =>
  ({ namespace, name, version }) => {
    if (namespace === null) return needed ? 'invalid_purl' : { ecosystem, names: [name], version };
    return form.test(namespace) ? { ecosystem, names: [`${namespace}${separator}${name}`], version } : 'invalid_purl';
  };

/** Packages of distributions: the namespace names the distribution, advisories name the source package, in some the binary one as well. */
const byDistribution =
  (ecosystems: Readonly<Record<string, Ecosystem>>): Reader =>
  (purl) => {
    const namespace = (purl.namespace ?? '').toLowerCase();
    const ecosystem = Object.hasOwn(ecosystems, namespace) ? ecosystems[namespace] : undefined;
    if (ecosystem === undefined) return 'unsupported_type';
    const { name, version, isStated } = readSource(purl);
    if (!BINARY_NAMES.has(ecosystem))
      return { ecosystem, names: [name], version, ...(!isStated && { mayBeBinary: true }) };
    return { ecosystem, names: [...new Set([purl.name, name])], version };
  };

/** Repositories of a host; the version is a tag. */
const byRepository =
  (host: string): Reader =>
  ({ namespace, name, version }) =>
    namespace === null || !SEGMENT.test(namespace)
      ? 'invalid_purl'
      : { ecosystem: 'GIT', names: [`${host}/${namespace}/${name}`], version };

/** A module path; some records are filed under the path of a package within the module, which the subpath names. */
const golang: Reader = ({ namespace, name, version, subpath }) => {
  const module = namespace === null ? name : `${namespace}/${name}`;
  const path = subpath === null ? module : `${module}/${subpath}`;
  const part = goPartOf(path);
  const names = part === undefined ? [path, module] : [path, part];
  return { ecosystem: 'Go', names: [...new Set(names)], version: version?.replace(/^(?:v|go)(?=\d)/, '') ?? null };
};

/** The part of Go that an import path is of: programs name packages of it as if they were modules, and all of it `std`. */
function goPartOf(path: string): 'stdlib' | 'toolchain' | undefined {
  const [first = ''] = path.split('/');
  if (first === 'cmd') return 'toolchain';
  return STANDARD.has(first) ? 'stdlib' : undefined;
}

/** What import paths of the standard library begin with; other modules may be named without a dot, too. */
const STANDARD: ReadonlySet<string> = new Set(
  (
    'std archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash ' +
    'html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings ' +
    'structs sync syscall testing text time unicode unique unsafe vendor weak'
  ).split(' '),
);

/** Purl type → namespace → distribution. */
const DISTRIBUTIONS: Readonly<Record<string, Readonly<Record<string, Ecosystem>>>> = {
  deb: { debian: 'Debian', ubuntu: 'Ubuntu' },
  apk: { alpine: 'Alpine', wolfi: 'Wolfi', chainguard: 'Chainguard' },
  rpm: {
    redhat: 'Red Hat',
    rhel: 'Red Hat',
    'rocky-linux': 'Rocky Linux',
    rocky: 'Rocky Linux',
    almalinux: 'AlmaLinux',
    suse: 'SUSE',
    opensuse: 'openSUSE',
    openeuler: 'openEuler',
    mageia: 'Mageia',
    'azure-linux': 'Azure Linux',
    azurelinux: 'Azure Linux',
    photon: 'Photon OS',
  },
};

/** Distributions whose advisories also name binary packages. */
const BINARY_NAMES: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['Red Hat', 'AlmaLinux']);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['npm', byPath('npm', '/', { needed: false })],
  ['pypi', byName('PyPI')],
  ['maven', byPath('Maven', ':')],
  ['gem', byName('RubyGems')],
  ['nuget', byName('NuGet')],
  ['composer', byPath('Packagist', '/')],
  ['golang', golang],
  ['cargo', byName('crates.io')],
  ['hex', byPath('Hex', '/', { needed: false })],
  ['pub', byName('Pub')],
  ['swift', byPath('SwiftURL', '/', { form: /./ })],
  ['bitnami', byName('Bitnami')],
  ['cran', byName('CRAN')],
  ['hackage', byName('Hackage')],
  // The namespace names a user of a remote, and recipes of ConanCenter are copied there.
  ['conan', ({ name, version }) => ({ ecosystem: 'ConanCenter', names: [name], version })],
  ['julia', byName('Julia')],
  ['opam', byName('opam')],
  ...Object.entries(DISTRIBUTIONS).map(([type, ecosystems]): [string, Reader] => [type, byDistribution(ecosystems)]),
  ['github', byRepository('github.com')],
  ['bitbucket', byRepository('bitbucket.org')],
  ['generic', byPath('OSS-Fuzz', '/', { needed: false, form: /./ })],
]);

/** Every purl type that can be asked about, with the namespaces of those that need one: `npm`, `deb (debian, ubuntu)`. */
export const PURL_TYPES: readonly string[] = [...READERS.keys()].map((type) => {
  const namespaces = Object.hasOwn(DISTRIBUTIONS, type) ? Object.keys(DISTRIBUTIONS[type] ?? {}) : [];
  return namespaces.length === 0 ? type : `${type} (${namespaces.join(', ')})`;
});

/** Names of the types alone. */
export const PURL_TYPE_NAMES: readonly string[] = [...READERS.keys()];
