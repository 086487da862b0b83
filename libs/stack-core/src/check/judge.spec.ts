import type { Policy } from '../policy';
import type { StackLists } from '../stack';
import { check, item } from '../testing/sample-harness';

describe('the verdict on a stack', () => {
  it.each<[string, Partial<StackLists>, Partial<Policy>, string, readonly string[]]>([
    ['a supported cycle', item('3.12'), {}, 'pass', []],
    ['a cycle past its end', item('3.8'), {}, 'fail', ['eol items/0 python@3.8']],
    ['the same where it need not fail', item('3.8'), { fail_on: ['kev'] }, 'warn', ['eol items/0 python@3.8']],
    ['a cycle that has ended without a date', item('2.7'), {}, 'fail', ['eol items/0 python@2.7']],
    ['a cycle that ends soon', item('3.11'), {}, 'warn', ['eol_soon items/0 python@3.11']],
    [
      'one that ends within the days, to the day',
      item('3.11'),
      { eol_within_days: 30 },
      'warn',
      ['eol_soon items/0 python@3.11'],
    ],
    ['one that ends a day after them', item('3.11'), { eol_within_days: 29 }, 'pass', []],
    ['a cycle that gets only security fixes', item('2', 'limited'), {}, 'pass', ['security_only items/0 limited@2']],
    [
      'the same where it ends soon',
      item('2', 'limited'),
      { eol_within_days: 3650 },
      'warn',
      ['eol_soon items/0 limited@2', 'security_only items/0 limited@2'],
    ],
    ['a pre-release of a supported cycle', item('3.12.0rc1'), {}, 'warn', ['unknown_release items/0 python@3.12.0rc1']],
    ['an unknown product', item('1', 'pyhton'), {}, 'unknown', ['unknown_item items/0 pyhton@1']],
    ['an unknown version', item('99'), {}, 'unknown', ['unknown_item items/0 python@99']],
    ['doubt about what could not fail', item('99'), { fail_on: [] }, 'warn', ['unknown_item items/0 python@99']],
    ['a pinned image', { images: ['python:3.12-bookworm'] }, {}, 'pass', []],
    [
      'an image whose tag floats',
      { images: ['python:3-bookworm'] },
      {},
      'warn',
      ['unpinned images/0 python:3-bookworm'],
    ],
    [
      'an image that names its OS without a version',
      { images: ['python:3.12-alpine'] },
      {},
      'warn',
      ['unpinned images/0 python:3.12-alpine'],
    ],
    ['an image that has ended', { images: ['python:3.8-bookworm'] }, {}, 'fail', ['eol images/0 python@3.8']],
    [
      'an image of which only the OS is known',
      { images: ['python:bookworm'] },
      {},
      'unknown',
      ['unknown_image_part images/0 python:bookworm'],
    ],
    [
      'an image that nobody knows',
      { images: ['acme/anvil:1'] },
      {},
      'unknown',
      ['unknown_image images/0 acme/anvil:1'],
    ],
    ['a text that names no image', { images: ['no image!'] }, {}, 'unknown', ['unknown_image images/0 no image!']],
    ['a CVE that is not listed', { cves: ['CVE-2023-45857'] }, {}, 'pass', []],
    ['a CVE that is', { cves: ['cve-2021-44228'] }, {}, 'fail', ['kev cves/0 CVE-2021-44228']],
    [
      'the same where it need not fail',
      { cves: ['cve-2021-44228'] },
      { fail_on: ['eol'] },
      'warn',
      ['kev cves/0 CVE-2021-44228'],
    ],
    ['a clean package', { packages: ['pkg:npm/clean@1.0.0'] }, {}, 'pass', []],
    [
      'a package that cannot be checked',
      { packages: ['pkg:npm/none'] },
      {},
      'unknown',
      ['unresolved_package packages/0 pkg:npm/none'],
    ],
    ['a package that no advisory names', { packages: ['pkg:npm/unheard-of@1.0.0'] }, {}, 'pass', []],
    [
      'the same where the policy wants to know',
      { packages: ['pkg:npm/unheard-of@1.0.0'] },
      { unlisted: 'warn' },
      'warn',
      ['unlisted_package packages/0 pkg:npm/unheard-of@1.0.0'],
    ],
    [
      'the same where the policy holds it for doubt',
      { packages: ['pkg:npm/unheard-of@1.0.0'] },
      { unlisted: 'unknown', fail_on: [] },
      'unknown',
      ['unlisted_package packages/0 pkg:npm/unheard-of@1.0.0'],
    ],
    [
      'one that a listed name is like',
      { packages: ['pkg:npm/claen@1.0.0'] },
      {},
      'warn',
      ['unlisted_package packages/0 pkg:npm/claen@1.0.0'],
    ],
    ['the same where the policy ignores it', { packages: ['pkg:npm/claen@1.0.0'] }, { unlisted: 'ignore' }, 'pass', []],
    ['malware', { packages: ['pkg:npm/bad@1.0.0'] }, {}, 'fail', ['malware packages/0 MAL-1']],
    [
      'malware where only vulnerabilities fail',
      { packages: ['pkg:npm/bad@1.0.0'] },
      { fail_on: ['vulnerable'] },
      'warn',
      ['malware packages/0 MAL-1'],
    ],
    [
      'vulnerabilities above and below the line',
      { packages: ['pkg:npm/high@1.0.0'] },
      {},
      'fail',
      ['vulnerable packages/0 GHSA-h', 'vulnerable_below packages/0 GHSA-l'],
    ],
    ['one below the line', { packages: ['pkg:npm/medium@1.0.0'] }, {}, 'warn', ['vulnerable_below packages/0 GHSA-m']],
    [
      'the same on the line',
      { packages: ['pkg:npm/medium@1.0.0'] },
      { min_severity: 'medium' },
      'fail',
      ['vulnerable packages/0 GHSA-m'],
    ],
    [
      'one that states no severity',
      { packages: ['pkg:npm/unscored@1.0.0'] },
      {},
      'unknown',
      ['unscored packages/0 GO-1'],
    ],
    [
      'the same where every severity counts',
      { packages: ['pkg:npm/unscored@1.0.0'] },
      { min_severity: 'low' },
      'fail',
      ['vulnerable packages/0 GO-1'],
    ],
    [
      'a harmless one that is exploited',
      { packages: ['pkg:maven/a/log4j@2'] },
      {},
      'fail',
      ['kev packages/0 CVE-2021-44228', 'vulnerable_below packages/0 GHSA-j'],
    ],
    [
      'one that depends on the release',
      { packages: ['pkg:deb/debian/x@1'] },
      {},
      'unknown',
      ['distro_unknown packages/0 DSA-1'],
    ],
  ])('%s', (_what, lists, policy, verdict, reasons) => {
    const answer = check(lists, policy);

    expect([answer.verdict, answer.reasons.map(({ code, ref, id }) => `${code} ${ref} ${id}`)]).toEqual([
      verdict,
      reasons,
    ]);
  });

  it('puts the worst reason first, whatever the order of the lists', () => {
    const { verdict, reasons } = check({
      items: [
        { product: 'python', version: '3.11' },
        { product: 'python', version: '99' },
        { product: 'python', version: '3.8' },
      ],
      cves: ['CVE-2026-0001'],
      packages: ['pkg:npm/medium@1.0.0', 'pkg:npm/high@1.0.0', 'pkg:npm/bad@1.0.0'],
    });

    expect(verdict).toBe('fail');
    expect(reasons.map(({ level, code, ref }) => `${level} ${code} ${ref}`)).toEqual([
      'fail malware packages/2',
      'fail kev cves/0',
      'fail vulnerable packages/1',
      'fail eol items/2',
      'unknown unknown_item items/1',
      'warn vulnerable_below packages/0',
      'warn vulnerable_below packages/1',
      'warn eol_soon items/0',
    ]);
  });
});
