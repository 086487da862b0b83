import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSystem, systemVersion } from './find-system';
import { SYSTEMS } from './system-table';

const rows = readFileSync(join(__dirname, 'system-table.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

it('each system goes by the names of the table of cases', () => {
  expect(SYSTEMS.map(({ product, names }) => `${product ?? '-'} | ${names.join(', ')}`)).toEqual(rows);
});

it.each(rows.map((row) => row.split(' | ') as [string, string]))(
  '%s is found by each of its names: %s',
  (id, names) => {
    for (const name of names.split(', ')) {
      const found = findSystem(name, null);

      expect(found?.kind === 'product' ? found.product : found?.kind).toBe(id === '-' ? 'no_lifecycle_data' : id);
      expect(findSystem(name.toUpperCase().replaceAll(' ', '_'), null)).toEqual(found);
    }
  },
);

it.each([
  ['centos', '7.9', '', 'centos', '7.9'],
  ['centos', '8', '', 'centos', '8'],
  ['centos', '8', 'CentOS Stream', 'centos-stream', '8'],
  ['centos', '8-stream', '', 'centos-stream', '8-stream'],
  ['centos', '9', '', 'centos-stream', '9'],
  ['centos', '9.1', '', 'centos-stream', '9.1'],
  ['centos', '10', '', 'centos-stream', '10'],
  ['centos', '100', '', 'centos', '100'],
  ['centos', '90', '', 'centos-stream', '90'],
  ['debian', '9', 'stream', 'debian', '9'],
  ['sles', '15-SP4', '', 'sles', '15.4'],
  ['sles', '15 sp4', '', 'sles', '15.4'],
  ['sles', '15:SP4-LTSS', '', 'sles', '15.4'],
  ['sles', '12sp10', '', 'sles', '12.10'],
  ['sles', '15.4', '', 'sles', '15.4'],
  ['debian', '15-SP4', '', 'debian', '15-SP4'],
  ['cos', '105', '', 'cos', 'cos-105'],
  ['cos', 'cos-105', '', 'cos', 'cos-105'],
  ['debian', '105', '', 'debian', '105'],
  ['linuxmint', '6', 'LMDE', 'linuxmint', 'lmde6'],
  ['linuxmint', '21.3', 'Linux Mint', 'linuxmint', '21.3'],
  ['debian', ' 12 ', '', 'debian', '12'],
])('%s %s, called %j, is %s %s', (product, version, name, named, cycle) => {
  expect(systemVersion(product, version, name)).toEqual({ kind: 'product', product: named, version: cycle });
});

it.each([
  null,
  '',
  'edge',
  'sid',
  'Unstable',
  'testing',
  'rawhide',
  'rolling',
  'devel',
  'current',
  'latest',
  'tumbleweed',
  'N/A',
])('the version %j names no release', (version) => {
  expect(systemVersion('debian', version).version).toBeNull();
});

it.each(['sid2', 'bookworm/sid', 'edgy'])('the version %s may name one', (version) => {
  expect(systemVersion('debian', version).version).toBe(version);
});
