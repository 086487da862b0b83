/** The ecosystems that can be asked about, as OSV spells them; `GIT` stands for records that name a repository only. */
export const ECOSYSTEMS = [
  'npm',
  'PyPI',
  'Maven',
  'Go',
  'RubyGems',
  'NuGet',
  'Packagist',
  'crates.io',
  'Hex',
  'Pub',
  'SwiftURL',
  'Bitnami',
  'CRAN',
  'Hackage',
  'ConanCenter',
  'Julia',
  'opam',
  'Debian',
  'Ubuntu',
  'Alpine',
  'Wolfi',
  'Chainguard',
  'Red Hat',
  'Rocky Linux',
  'AlmaLinux',
  'SUSE',
  'openSUSE',
  'openEuler',
  'Mageia',
  'Azure Linux',
  'Photon OS',
  'GIT',
  'OSS-Fuzz',
] as const;

/** The name of an ecosystem without a suffix. */
export type Ecosystem = (typeof ECOSYSTEMS)[number];

const known: ReadonlySet<string> = new Set(ECOSYSTEMS);

/** Whether the text is the name of an ecosystem without its suffix (`Debian`, not `Debian:12`). */
export function isEcosystem(text: string): text is Ecosystem {
  return known.has(text);
}
