import type { Ecosystem } from './ecosystem-name';

/** A distribution's release as its numbers: `12` for bookworm, `22`, `04` for jammy; words for those without a number. */
export type Release = readonly string[];

/** Codenames that purls and image names use in place of the number; a closed list of what OSV has records for. */
const CODENAMES: Readonly<Partial<Record<Ecosystem, Readonly<Record<string, string>>>>> = {
  Debian: {
    jessie: '8',
    stretch: '9',
    buster: '10',
    bullseye: '11',
    bookworm: '12',
    trixie: '13',
    forky: '14',
    duke: '15',
  },
  Ubuntu: {
    trusty: '14.04',
    xenial: '16.04',
    bionic: '18.04',
    focal: '20.04',
    jammy: '22.04',
    lunar: '23.04',
    mantic: '23.10',
    noble: '24.04',
    oracular: '24.10',
    plucky: '25.04',
    questing: '25.10',
    resolute: '26.04',
  },
  openSUSE: { tumbleweed: 'tumbleweed' },
};

/** Ecosystems whose suffix names a release. Elsewhere a suffix names a repository, which holds the same packages. */
const RELEASED: ReadonlySet<Ecosystem> = new Set<Ecosystem>([
  'Debian',
  'Ubuntu',
  'Alpine',
  'Red Hat',
  'Rocky Linux',
  'AlmaLinux',
  'SUSE',
  'openSUSE',
  'openEuler',
  'Mageia',
  'Azure Linux',
  'Photon OS',
]);

/** The words that `distro` begins with, as identifiers of os-release and scanners write them, with the ecosystems whose releases they count. */
const DISTRIBUTIONS: ReadonlyMap<string, readonly Ecosystem[]> = new Map<string, readonly Ecosystem[]>([
  ['debian', ['Debian']],
  ['ubuntu', ['Ubuntu']],
  ['alpine', ['Alpine']],
  ['rhel', ['Red Hat', 'Rocky Linux', 'AlmaLinux']],
  ['redhat', ['Red Hat', 'Rocky Linux', 'AlmaLinux']],
  ['centos', ['Red Hat', 'Rocky Linux', 'AlmaLinux']],
  ['rocky', ['Rocky Linux']],
  ['rockylinux', ['Rocky Linux']],
  ['alma', ['AlmaLinux']],
  ['almalinux', ['AlmaLinux']],
  ['sles', ['SUSE']],
  ['sled', ['SUSE']],
  ['suse', ['SUSE', 'openSUSE']],
  ['opensuse', ['openSUSE', 'SUSE']],
  ['openeuler', ['openEuler']],
  ['mageia', ['Mageia']],
  ['azurelinux', ['Azure Linux']],
  ['mariner', ['Azure Linux']],
  ['photon', ['Photon OS']],
  ['fedora', []],
  ['amzn', []],
  ['amazon', []],
  ['ol', []],
  ['oracle', []],
  ['wolfi', []],
  ['chainguard', []],
]);

/**
 * The release that a purl's `distro` qualifier names (`debian-12`, `12`, `bookworm`, `alpine-3.18.4`), or null where it
 * names none that records distinguish (`sid`, `edge`), or one of another distribution: then every release has to count.
 */
export function readRelease(ecosystem: Ecosystem, distro: string | undefined): Release | null {
  if (distro === undefined || !RELEASED.has(ecosystem)) return null;
  const counts = DISTRIBUTIONS.get(/^[a-z]*/i.exec(distro)![0].toLowerCase());
  return counts === undefined || counts.includes(ecosystem) ? toRelease(ecosystem, distro) : null;
}

/** Whether an advisory filed under a suffix (`12`, `v3.18`, `22.04:LTS`) is about a release of this ecosystem at all. */
export function isReleased(ecosystem: Ecosystem): boolean {
  return RELEASED.has(ecosystem);
}

/** Whether the suffix is about the release. Where one of the two is less exact (`3.18`, `3.18.4`), it is. */
export function coversRelease(ecosystem: Ecosystem, suffix: string, release: Release): boolean {
  const covered = releaseOfSuffix(ecosystem, suffix);
  if (covered === null) return true;
  // SUSE's product names hold numbers of their own (`Linux Enterprise Module for Python 3 15 SP4`).
  const starts = ecosystem === 'SUSE' ? covered.keys() : [0];
  return [...starts].some((start) =>
    covered.slice(start, start + release.length).every((part, index) => part === release[index]),
  );
}

/** Records name some thousand suffixes, each in many of them, and to read one takes longer than to compare two versions. */
const suffixesRead = new Map<string, Release | null>();
const SUFFIXES_READ_MAX = 10_000;

/** A suffix comes from the data; what a caller wrote is not kept. */
function releaseOfSuffix(ecosystem: Ecosystem, suffix: string): Release | null {
  const key = `${ecosystem}:${suffix}`;
  const known = suffixesRead.get(key);
  if (known !== undefined) return known;
  const read = toRelease(ecosystem, suffix);
  if (suffixesRead.size >= SUFFIXES_READ_MAX) suffixesRead.clear();
  suffixesRead.set(key, read);
  return read;
}

function toRelease(ecosystem: Ecosystem, text: string): Release | null {
  const named = text.toLowerCase();
  for (const [codename, number] of Object.entries(CODENAMES[ecosystem] ?? {})) {
    if (named.split(/[^a-z]+/).includes(codename)) return number.split('.').map(withoutZeros);
  }
  // Red Hat files products by name; those that state the base system (`openshift:4.12::el8`) are about that one.
  const base = ecosystem === 'Red Hat' ? /(?:^|[:.-])el(\d+)/.exec(named) : null;
  const numbers = base === null ? named.match(/\d+/g) : [base[1] as string];
  return numbers === null ? null : numbers.map(withoutZeros);
}

const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '');
