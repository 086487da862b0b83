import { isPreRelease } from './pre-release';

it.each([
  ['3.14.0rc1', '3.14', true],
  ['3.14.0a1', '3.14', true],
  ['3.14-rc', '3.14', true],
  ['v1.29.0-alpha.3', '1.29', true],
  ['3.2.0-SNAPSHOT', '3.2', true],
  ['6.0.0-M2', '6.0', true],
  ['PostgreSQL 19beta3', '19', true],
  ['14.0-RC1', '14', true],
  ['3.14.2', '3.14', false],
  ['3.14', '3.14', false],
  ['1.1.1w', '1.1.1', false],
  ['1.1.1b', '1.1.1', false],
  ['8u292-b10', '8', false],
  ['13.2-RELEASE-p10', '13.2', false],
  ['10.5.23-MariaDB', '10.5', false],
  ['15.11.13-ee.0', '15.11', false],
  ['2021.3.45f1', '2021.3', false],
  ['7.2.4-alpine', '7.2', false],
  ['noble', '24.04', false],
  ['2012 R2', '2012-r2', false],
])('%s in the cycle %s: %s', (version, cycle, expected) => {
  expect(isPreRelease(version, cycle)).toBe(expected);
});
