import { matchVersion } from '@stackcheck/eol-core';
import { checkPurls } from '@stackcheck/osv-core';
import { STARTERS } from './index';

test('the embedded selections are asked as snapshots are, and say that they are selections', () => {
  const eol = STARTERS.eol();
  const osv = STARTERS.osv();

  expect(matchVersion(eol.index.products.find('nodejs')!, '18.19.0')).toMatchObject({ name: '18' });
  expect(STARTERS.kev().index.find('CVE-2021-44228')?.ransomware).toBe(true);
  expect(checkPurls(osv.index, ['pkg:npm/lodash@4.17.15'])).toMatchObject({ vulnerable: 1 });
  expect(STARTERS.models().index.models.models.length).toBeGreaterThan(5);
  expect([
    eol.index.complete,
    STARTERS.kev().index.complete,
    STARTERS.epss().index.complete,
    osv.index.complete,
  ]).toEqual([false, false, false, false]);
  expect(Date.parse(eol.asOf)).toBeGreaterThan(0);
});
