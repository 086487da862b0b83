import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Ecosystem } from '../ecosystem/ecosystem-name';
import { readFacts } from '../testing/facts';
import { orderOf } from './order-of';
import { compareVersions, type VersionOrder } from './version-order';

const root = resolve(__dirname, '../../../..');
const folder = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), 'osv', 'versions');

/** Which ecosystems each file of facts speaks about. */
const FILES: Readonly<Record<string, readonly Ecosystem[]>> = {
  'alpine.txt': ['Alpine', 'Wolfi', 'Chainguard'],
  'bitnami.txt': ['Bitnami'],
  'cran.txt': ['CRAN'],
  'crates.txt': ['crates.io'],
  'debian.txt': ['Debian', 'Ubuntu'],
  'go.txt': ['Go'],
  'hackage.txt': ['Hackage'],
  'hex.txt': ['Hex'],
  'maven.txt': ['Maven'],
  'maven_advisories.txt': ['Maven'],
  'npm.txt': ['npm'],
  'nuget.txt': ['NuGet'],
  'nuget_advisories.txt': ['NuGet'],
  'packagist.txt': ['Packagist'],
  'pub.txt': ['Pub'],
  'pypi.txt': ['PyPI'],
  'pypi_advisories.txt': ['PyPI'],
  'redhat_evr.txt': ['Red Hat', 'SUSE', 'Azure Linux'],
  'rpm_vercmp.txt': ['Red Hat', 'AlmaLinux', 'openEuler'],
  'rubygems.txt': ['RubyGems'],
  'semver.txt': ['npm', 'crates.io', 'Go', 'Hex', 'SwiftURL', 'Bitnami'],
};

const counts = new Map<string, number>();

afterAll(() => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total > 0) console.info(`${total} ordering facts: ${JSON.stringify(Object.fromEntries(counts))}`);
});

describe.each(Object.entries(FILES))('published facts of %s', (file, ecosystems) => {
  const path = join(folder, file);
  const run = existsSync(path) ? it : it.skip;
  const note = existsSync(path) ? '' : ` (skipped: no osv/versions/${file})`;

  run.each(ecosystems)(`hold in both directions for %s${note}`, (ecosystem) => {
    const order = orderOf(ecosystem);
    const facts = readFacts(readFileSync(path, 'utf8'));

    const wrong = facts.filter(
      ({ a, b, sign }) => compareVersions(order, a, b) !== sign || compareVersions(order, b, a) !== 0 - sign,
    );

    expect(wrong.map(({ line }) => line)).toEqual([]);
    expect(facts.length).toBeGreaterThan(0);
    counts.set(file, facts.length);
  });

  run(`and those of its lenient file are about versions that stand in a row${note}`, () => {
    const [order] = ecosystems.map(orderOf) as [VersionOrder];
    const files = [path, path.replace('.txt', '.lenient.txt')].filter((name) => existsSync(name));
    const versions = files.flatMap((name) => readFacts(readFileSync(name, 'utf8')).flatMap(({ a, b }) => [a, b]));
    const version = fc.constantFrom(...versions);

    fc.assert(
      fc.property(version, version, version, (x, y, z) => {
        const compare = (a: string, b: string) => compareVersions(order, a, b);
        const [a, b, c] = [x, y, z].sort(compare) as [string, string, string];
        expect(compare(a, a)).toBe(0);
        expect(compare(a, b) + compare(b, a)).toBe(0);
        expect(compare(a, c)).toBe(Math.min(compare(a, b), compare(b, c)));
      }),
      { numRuns: 500 },
    );
  });

  run(`are about versions that can be asked about${note}`, () => {
    const [order] = ecosystems.map(orderOf) as [VersionOrder];
    const versions = readFacts(readFileSync(path, 'utf8')).flatMap(({ a, b }) => [a, b]);

    const isRead = (version: string) => order.accepts(version) || order.mayBeListed?.(version) === true;
    const refused = versions.filter((version) => !isRead(version) && !NO_CONCRETE_VERSION.test(version));

    expect(refused).toEqual([]);
  });
});

/** Words, branches and what ends in a dot, and rpm's facts about epochs and letters that no package has. */
const NO_CONCRETE_VERSION = /^\D|\.$|^[^:]*[^\d:][^:]*:|[^\x20-\x7e]/;
