/** A made-up record of the OSV schema, with the ecosystem whose archive it belongs to. */
export interface SyntheticRecord {
  readonly ecosystem: string;
  readonly id: string;
  readonly modified: string;
  readonly json: string;
}

/** Shares as in the public data: nine of ten records say that an npm package is malicious. */
const MALWARE_SHARE = 0.95;
const PYPI_SHARE = 0.06;

/** Ecosystems of the vulnerabilities, with the form of a package's name. */
const ECOSYSTEMS: readonly (readonly [ecosystem: string, purlType: string, name: (n: number) => string])[] = [
  ['npm', 'npm', (n) => `package-${n}`],
  ['PyPI', 'pypi', (n) => `package-${n}`],
  ['Maven', 'maven', (n) => `org.example.group${n % 50}:artifact-${n}`],
  ['Go', 'golang', (n) => `github.com/owner${n % 90}/module-${n}`],
  ['Packagist', 'composer', (n) => `vendor${n % 40}/package-${n}`],
  ['RubyGems', 'gem', (n) => `gem-${n}`],
  ['NuGet', 'nuget', (n) => `Company.Package${n}`],
  ['crates.io', 'cargo', (n) => `crate-${n}`],
];

const PACKAGES = 1_500;

const DETAILS =
  'Any computer that has this package installed or running should be considered fully compromised. All secrets and keys ' +
  'stored on that computer should be rotated immediately from a different computer. The package should be removed, but as ' +
  'full control of the computer may have been given to an outside entity, there is no guarantee that removing the package ' +
  'will remove all malicious software resulting from installing it. ';

/**
 * Made-up records in the proportions and sizes of the public dumps, the same ones each time: malicious npm packages for the
 * most part, and vulnerabilities of a few thousand packages with several ranges each.
 */
export function* syntheticRecords(count: number): Generator<SyntheticRecord> {
  const random = generator(20_261_120);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let n = 0; n < count; n += 1) {
    yield random() < MALWARE_SHARE ? malware(n, random() < PYPI_SHARE, below) : vulnerability(n, below);
  }
}

/** Purls to ask with, most of them of packages that have records. */
export function syntheticPurls(count: number): readonly string[] {
  const random = generator(7);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, () => {
    const version = `${below(6)}.${below(20)}.${below(10)}`;
    if (random() < 0.1) return `pkg:npm/malicious-${below(300_000)}@${version}`;
    if (random() < 0.2) return `pkg:npm/unheard-of-${below(1_000_000)}@${version}`;
    const [, type, name] = ECOSYSTEMS[below(ECOSYSTEMS.length)]!;
    return `pkg:${type}/${name(below(PACKAGES)).replace(':', '/')}@${version}`;
  });
}

type Below = (limit: number) => number;

function malware(n: number, python: boolean, below: Below): SyntheticRecord {
  const ecosystem = python ? 'PyPI' : 'npm';
  const name = `malicious-${n}`;
  const everything = below(10) < 7;
  const record = {
    modified: instant(below),
    published: instant(below),
    schema_version: '1.7.4',
    id: `MAL-2025-${n}`,
    summary: `Malicious code in ${name} (${ecosystem})`,
    details: `---\n_-= Per source details. Do not edit below this line.=-_\n\n${DETAILS}`,
    affected: [
      {
        package: { ecosystem, name, purl: `pkg:${python ? 'pypi' : 'npm'}/${name}` },
        ...(everything
          ? { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] }
          : { versions: Array.from({ length: 1 + below(4) }, (_, patch) => `1.0.${patch}`) }),
        database_specific: {
          cwes: [{ cweId: 'CWE-506', description: 'Embedded Malicious Code', name: 'Embedded Malicious Code' }],
          source: `https://github.com/ossf/malicious-packages/blob/main/osv/malicious/${ecosystem}/${name}/MAL-2025-${n}.json`,
        },
      },
    ],
    references: [{ type: 'WEB', url: `https://example.org/malicious/${name}` }],
    credits: [{ name: 'Example', type: 'FINDER', contact: ['https://example.org'] }],
    database_specific: {
      'malicious-packages-origins': [{ source: 'example', sha256: 'e3b0c44298fc1c149afbf4c8996fb924' }],
    },
  };
  return { ecosystem, id: record.id, modified: record.modified, json: JSON.stringify(record) };
}

function vulnerability(n: number, below: Below): SyntheticRecord {
  const [ecosystem, type, name] = ECOSYSTEMS[below(ECOSYSTEMS.length)]!;
  // Squared, so that some packages have many.
  const place = name(Math.floor((below(1_000) / 1_000) ** 2 * PACKAGES));
  const branches = 1 + below(3);
  const record = {
    modified: instant(below),
    published: instant(below),
    schema_version: '1.7.4',
    id: `GHSA-${letters(below)}-${letters(below)}-${letters(below)}`,
    aliases: [`CVE-2025-${10_000 + n}`],
    summary: `A weakness of ${place} number ${n}`,
    details: DETAILS.repeat(3),
    severity: [{ type: 'CVSS_V3', score: VECTORS[below(VECTORS.length)] }],
    affected: Array.from({ length: branches }, (_, major) => ({
      package: { ecosystem, name: place, purl: `pkg:${type}/${place.replace(':', '/')}` },
      ranges: [
        {
          type: ecosystem === 'Maven' || ecosystem === 'PyPI' ? 'ECOSYSTEM' : 'SEMVER',
          events: [{ introduced: `${major}.0.0` }, { fixed: `${major}.${1 + below(20)}.${below(10)}` }],
        },
      ],
    })),
    references: [{ type: 'ADVISORY', url: `https://nvd.nist.gov/vuln/detail/CVE-2025-${10_000 + n}` }],
  };
  return { ecosystem, id: record.id, modified: record.modified, json: JSON.stringify(record) };
}

const VECTORS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H',
  'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N',
];

function letters(below: Below): string {
  return Array.from({ length: 4 }, () => '23456789cfghjmpqrvwx'[below(20)]).join('');
}

function instant(below: Below): string {
  return new Date(Date.UTC(2025, 0, 1) + below(600 * 86_400) * 1000).toISOString().replace('.000', '');
}

/** Numbers from 0 to below 1, the same ones for one seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
