import { isSpoken, listedName } from './version-names';

it.each([
  ['mssqlserver', '2025', '17.0'],
  ['mssqlserver', '2022-cu1', '16.0-cu1'],
  ['mssqlserver', '2019', '15.0'],
  ['mssqlserver', '2017', '14.0'],
  ['mssqlserver', '2016-sp3', '13.0-sp3'],
  ['mssqlserver', '2014', '12.0'],
  ['mssqlserver', '2012', '11.0'],
  ['mssqlserver', '2008-r2', '10.50'],
  ['mssqlserver', '2008-r2-sp3', '10.50-sp3'],
  ['mssqlserver', '2008', '10.00'],
  ['mssqlserver', '2008-sp4', '10.00-sp4'],
  ['mssqlserver', '2008-r20', '10.00-r20'],
  ['mssqlserver', '2005', '9.0'],
  ['mssqlserver', '20160', undefined],
  ['mssqlserver', '2016sp3', undefined],
  ['mssqlserver', '16.0', undefined],
  ['mssqlserver', 'sql-2016', undefined],
  ['sles', '15-sp4', '15.4'],
  ['sles', '15sp4', '15.4'],
  ['sles', '12-sp10', '12.10'],
  ['sles', '15-sp4-ltss', '15.4'],
  ['sles', '15.4', undefined],
  ['sles', '15', undefined],
  ['sles', '15--sp4', undefined],
  ['sles', 'sles-15-sp4', undefined],
  ['python', '2016', undefined],
])('of %s, %s is listed as %s', (product, said, listed) => {
  expect(listedName(product, said)).toBe(listed);
});

it.each([
  ['mssqlserver', true],
  ['sles', true],
  ['python', false],
  ['constructor', false],
])('versions of %s are named otherwise: %s', (product, isOtherwise) => {
  expect(isSpoken(product)).toBe(isOtherwise);
});
