import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { ProductIndex } from '../products/product-index';
import { productsOfFeed, type FeedProduct } from '../testing/image-feed';
import { matchVersion } from '../matching/version-match';
import { findDistribution, findSystem, type SystemMatch } from './find-system';
import { SYSTEMS, type SystemRow } from './system-table';

const cases = readFileSync(join(__dirname, 'find-system.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()) as [string, string, string]);

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

suite(`operating systems of the published products${note}`, () => {
  let index: ProductIndex;
  beforeAll(() => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly FeedProduct[] };
    index = new ProductIndex(productsOfFeed(feed.result));
  });

  it.each(cases)('%s %s: %s', (name, version, expected) => {
    expect(said(findSystem(name, version === '-' ? null : version))).toBe(expected);
  });

  it.each([
    ['debian', 'debian-12', 'debian 12'],
    ['debian', '12', 'debian 12'],
    ['debian', 'bookworm', 'debian 12'],
    ['debian', 'debian-bookworm', 'debian 12'],
    ['ubuntu', 'ubuntu-22.04', 'ubuntu 22.04'],
    ['ubuntu', 'jammy', 'ubuntu 22.04'],
    ['alpine', '3.16.0', 'alpine-linux 3.16'],
    ['alpine', 'alpine-3.18.4', 'alpine-linux 3.18'],
    ['redhat', 'rhel-8.6', 'rhel 8'],
    ['redhat', 'redhat-9', 'rhel 9'],
    ['centos', 'centos-7', 'centos 7'],
    ['opensuse', 'opensuse-leap-15.5', 'opensuse 15.5'],
    ['opensuse', 'opensuse.leap-15.5', 'opensuse 15.5'],
    ['opensuse', 'opensuse-tumbleweed-20240101', 'no lifecycle'],
    ['suse', 'sles-15-SP4', 'sles 15.4'],
    ['amazon', 'amzn-2', 'amazon-linux 2'],
    ['wolfi', 'wolfi', 'no lifecycle'],
    ['wolfi', 'wolfi-20230201', 'no lifecycle'],
    ['nobody', 'nothing', 'unknown'],
  ])('packages of %s with distro=%s were built for %s', (namespace, distro, expected) => {
    expect(said(findDistribution(namespace, distro))).toBe(expected);
  });

  it('are products of the category, each with a row or a reason to have none', () => {
    const systems = index.products.filter(({ product }) => product.category === 'os').map(({ product }) => product.id);
    const named = new Set(SYSTEMS.map(({ product }) => product));
    // Devices, desktops and appliances of one maker, which have no os-release file and are not in SBOMs, kernels, and Windows, whose
    // builds are not its releases.
    const without = [
      ...['big-ip', 'cisco-ios-xe', 'fortios', 'ibm-i', 'ios', 'ipados', 'kde-plasma', 'lineageos', 'linux'],
      ...['netapp-ontap', 'netbackup-appliance-os', 'nutanix-aos', 'panos', 'routeros', 'sns-firmware', 'sns-smc'],
      ...['tvos', 'visionos', 'watchos', 'windows', 'windows-embedded', 'windows-nano-server', 'windows-server'],
      ...['windows-server-core'],
    ];

    expect([...named].filter((id) => id !== null && !systems.includes(id))).toEqual([]);
    expect(systems.filter((id) => !named.has(id)).sort()).toEqual([...without].sort());
  });

  it('have no lifecycle under any of their names where the table says that there is none', () => {
    const names = SYSTEMS.flatMap(({ product, names: all }) => (product === null ? all : []));

    expect(names.filter((name) => index.find(name) !== undefined)).toEqual([]);
  });

  function said(match: SystemMatch | undefined): string {
    if (match === undefined) return 'unknown';
    if (match.kind === 'no_lifecycle_data') return 'no lifecycle';
    const { product, version } = match;
    const cycle = version === null ? undefined : matchVersion(index.get(product)!, version);
    return `${product} ${cycle?.name ?? '?'}`;
  }
});

describe('the table of operating systems', () => {
  it('gives no name to two systems', () => {
    const rows = new Map<string, SystemRow>();
    const shared = SYSTEMS.flatMap((row) =>
      row.names.filter((name) => {
        const key = name.toLowerCase().replace(/[^a-z0-9]+/g, '');
        const before = rows.get(key) ?? row;
        rows.set(key, row);
        return before !== row;
      }),
    );

    expect(shared).toEqual([]);
  });

  it('finds each system in a qualifier with its name, whatever the namespace', () => {
    const version = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...SYSTEMS), version, fc.constantFrom('-', '_', ' '), (row, numbers, separator) => {
        for (const name of row.names) {
          const found = findDistribution('nobody', `${name}${separator}${numbers.join('.')}`);

          expect(found?.kind === 'product' ? found.product : null).toBe(row.product);
          expect(found).toBeDefined();
        }
      }),
    );
  });
});
