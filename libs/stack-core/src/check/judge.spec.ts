import { KevIndex } from '@stackcheck/kev-core';
import type { Policy } from '../policy';
import type { StackLists } from '../stack';
import { makeFlaw, makeSources, makeStack } from '../testing/make-stack';
import { check, item, sources, TODAY, world } from '../testing/sample-world';
import { checkStack } from './check-stack';
import { isNothingKnown } from './judge';

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
    ['a clean package', { packages: ['pkg:npm/clean@1'] }, {}, 'pass', []],
    [
      'a package that cannot be checked',
      { packages: ['pkg:npm/none'] },
      {},
      'unknown',
      ['unresolved_package packages/0 pkg:npm/none'],
    ],
    ['a package that no advisory names', { packages: ['pkg:npm/unheard-of@1'] }, {}, 'pass', []],
    [
      'the same where the policy wants to know',
      { packages: ['pkg:npm/unheard-of@1'] },
      { unlisted: 'warn' },
      'warn',
      ['unlisted_package packages/0 pkg:npm/unheard-of@1'],
    ],
    [
      'the same where the policy holds it for doubt',
      { packages: ['pkg:npm/unheard-of@1'] },
      { unlisted: 'unknown', fail_on: [] },
      'unknown',
      ['unlisted_package packages/0 pkg:npm/unheard-of@1'],
    ],
    [
      'one that a listed name is like',
      { packages: ['pkg:npm/claen@1'] },
      {},
      'warn',
      ['unlisted_package packages/0 pkg:npm/claen@1'],
    ],
    ['the same where the policy ignores it', { packages: ['pkg:npm/claen@1'] }, { unlisted: 'ignore' }, 'pass', []],
    ['malware', { packages: ['pkg:npm/bad@1'] }, {}, 'fail', ['malware packages/0 MAL-1']],
    [
      'malware where only vulnerabilities fail',
      { packages: ['pkg:npm/bad@1'] },
      { fail_on: ['vulnerable'] },
      'warn',
      ['malware packages/0 MAL-1'],
    ],
    [
      'vulnerabilities above and below the line',
      { packages: ['pkg:npm/high@1'] },
      {},
      'fail',
      ['vulnerable packages/0 GHSA-h', 'vulnerable_below packages/0 GHSA-l'],
    ],
    ['one below the line', { packages: ['pkg:npm/medium@1'] }, {}, 'warn', ['vulnerable_below packages/0 GHSA-m']],
    [
      'the same on the line',
      { packages: ['pkg:npm/medium@1'] },
      { min_severity: 'medium' },
      'fail',
      ['vulnerable packages/0 GHSA-m'],
    ],
    ['one that states no severity', { packages: ['pkg:npm/unscored@1'] }, {}, 'unknown', ['unscored packages/0 GO-1']],
    [
      'the same where every severity counts',
      { packages: ['pkg:npm/unscored@1'] },
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

  it.each<[Partial<StackLists>, readonly string[]]>([
    [item('3.8'), ['Python 3.8: past its end of life since 2024-10-07; move to 3.12 (newest: 3.13)']],
    [item('3.11'), ['Python 3.11: end of life on 2026-12-20, in 30 days; move to 3.12 (newest: 3.13)']],
    [item('1', 'pyhton'), ['pyhton 1: the product is not known, so nothing is known about its support']],
    [item('99'), ['python 99: this version of python is not known, so nothing is known about its support']],
    [
      { images: ['python:3.8-alpine'] },
      [
        'python:3.8-alpine (Python 3.8): past its end of life since 2024-10-07; move to 3.12 (newest: 3.13)',
        'python:3.8-alpine: the tag names alpine-linux without a version (base_os), so its support is not known; pin it',
      ],
    ],
    [
      { cves: ['CVE-2021-44228'] },
      [
        'CVE-2021-44228 (Acme Anvil): known to be exploited; remedy was due on 2021-12-24; used in ransomware campaigns',
      ],
    ],
    [{ packages: ['pkg:npm/bad@1'] }, ['bad 1: reported as malware (MAL-1); remove it']],
    [
      { packages: ['pkg:maven/a/log4j@2'] },
      [
        'log4j 2: GHSA-j is CVE-2021-44228, which is known to be exploited; remedy was due on 2021-12-24; used in ransomware campaigns',
        'log4j 2: one vulnerability: GHSA-j, low; safe from 9.9.9',
      ],
    ],
    [{ packages: ['pkg:npm/none'] }, ['pkg:npm/none: it was not checked: no_version']],
    [
      { packages: ['pkg:pypi/newer@1'] },
      ['pkg:pypi/newer@1: it was not checked: no_data; check the spelling: new is listed'],
    ],
    [
      { packages: ['pkg:npm/claen@1'] },
      ['claen 1: no advisory names this package, so nothing is known of it; check the spelling: clean is listed'],
    ],
  ])('says of %j in a sentence which component it is', (lists, texts) => {
    expect(check(lists).reasons.map(({ text }) => text)).toEqual(texts);
  });

  it('puts the worst reason first, whatever the order of the lists', () => {
    const { verdict, reasons } = check({
      items: [
        { product: 'python', version: '3.11' },
        { product: 'python', version: '99' },
        { product: 'python', version: '3.8' },
      ],
      cves: ['CVE-2026-0001'],
      packages: ['pkg:npm/medium@1', 'pkg:npm/high@1', 'pkg:npm/bad@1'],
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

  it('is never pass where the catalogue of exploited vulnerabilities is missing and would matter', () => {
    const { osv } = sources;
    const stack = makeStack({ packages: ['pkg:maven/a/log4j@2'] }, { min_severity: 'critical' });

    const answer = checkStack(stack, { osv }, TODAY);

    expect(answer.reasons.map(({ level, code }) => [level, code])).toEqual([
      ['unknown', 'kev_unknown'],
      ['warn', 'vulnerable_below'],
    ]);
    expect([answer.verdict, answer.summary.packages.in_kev]).toEqual(['unknown', null]);
  });

  it('is never pass where only a selection of the data says nothing', () => {
    const { kev, osv } = sources;
    const selection = {
      kev: new KevIndex('starter-1', [...kev!.entries()], false),
      osv: { ...osv!, covers: () => false },
    };
    const judged = (lists: Partial<StackLists>) => {
      const { verdict, reasons } = checkStack(makeStack(lists, { min_severity: 'critical' }), selection, TODAY);
      return [verdict, reasons.map(({ level, code, ref }) => `${level} ${code} ${ref}`)];
    };

    expect(judged({ cves: ['CVE-2023-45857'] })).toEqual(['unknown', ['unknown kev_unknown cves/0']]);
    expect(judged({ packages: ['pkg:npm/clean@1'] })).toEqual(['unknown', ['unknown unresolved_package packages/0']]);
    expect(judged({ packages: ['pkg:npm/medium@1'] })).toEqual([
      'unknown',
      ['unknown incomplete_data packages/0', 'warn vulnerable_below packages/0'],
    ]);
    expect(judged({ packages: ['pkg:maven/a/log4j@2'] })[0]).toBe('fail');
  });

  it('says nothing against what is clean when that catalogue is missing', () => {
    const { osv } = sources;

    expect(checkStack(makeStack({ packages: ['pkg:npm/clean@1'] }), { osv }, TODAY).verdict).toBe('pass');
  });
});

describe('the check of a stack', () => {
  const everything = check({
    items: [
      { product: 'python', version: '3.8' },
      { product: 'python', version: '3.11' },
      { product: 'last', version: '1' },
      { product: 'nobody', version: '1' },
    ],
    images: ['python:3.8-bookworm', 'acme/anvil:1'],
    cves: ['CVE-2021-44228', 'CVE-2023-45857', 'CVE-2026-0001'],
    packages: Object.keys(world.packages!).concat('pkg:npm/claen@1'),
  });

  it('counts each entry once', () => {
    expect(everything.summary).toEqual({
      items: { count: 6, matched: 4, eol: 3, security_only: 0, ending_soon: 1, unknown_count: 2 },
      cves: { count: 3, listed: 2, unknown_count: 0, overdue: 1, ransomware: 1 },
      packages: {
        count: 9,
        vulnerable: 6,
        malware: 1,
        clean: 1,
        unlisted: 1,
        unresolved: 1,
        critical: 0,
        high: 2,
        medium: 1,
        low: 2,
        unscored: 1,
        in_kev: 1,
      },
    });
  });

  it('names the first deadline that has not passed', () => {
    expect(everything.next_deadline).toEqual({ date: '2026-11-25', kind: 'kev_due', ref: 'cves/2', days: 5 });
    expect(check(item('3.11')).next_deadline).toEqual({ date: '2026-12-20', kind: 'eol', ref: 'items/0', days: 30 });
    expect(check(item('3.8')).next_deadline).toBeNull();
  });

  it('says which cycle clears one that ended or ends soon: the nearest, and the newest that is out', () => {
    const upgrades = everything.items!.results.map((result) => ('upgrade' in result ? result.upgrade : undefined));
    const target = (cycle: string, eol: string, days: number, latest: string | null) => ({
      cycle,
      status: 'supported',
      eol,
      days_until_eol: days,
      latest,
    });
    const both = {
      complete: true,
      nearest: target('3.12', '2028-10-01', 681, null),
      newest: target('3.13', '2029-10-01', 1046, '3.13.9'),
    };
    expect(upgrades).toEqual([both, both, { complete: true, nearest: null, newest: null }, undefined]);
    expect(check(item('3.12')).items!.results[0]).not.toHaveProperty('upgrade');
    expect(check({ images: ['python:3.8-bookworm'] }).images!.results[0]).toMatchObject({
      components: [{ role: 'image', upgrade: both }, { role: 'base_os' }],
    });
  });

  it('does not call a cycle the newest where only a selection is at hand', () => {
    const { eol } = sources;
    const judged = (complete: boolean) => checkStack(makeStack(item('3.8')), { eol: { ...eol!, complete } }, TODAY);
    const [whole, selection] = [judged(true), judged(false)];

    expect(whole.reasons[0]!.text).toMatch(/move to 3\.12 \(newest: 3\.13\)$/);
    expect(selection.reasons[0]!.text).toMatch(/move to 3\.12$/);
    expect(selection.items!.results[0]).toMatchObject({ upgrade: { complete: false, nearest: { cycle: '3.12' } } });
  });

  it('joins the catalogue to packages through their alias groups, and puts what is exploited first', () => {
    const flaws = [
      makeFlaw('GHSA-a', { severity: 'critical' }),
      makeFlaw('GHSA-z', { ids: ['CVE-2026-0001', 'GHSA-z'], severity: 'low' }),
    ];
    const { packages } = checkStack(
      makeStack({ packages: ['pkg:npm/x@1'] }),
      makeSources({ ...world, packages: { 'pkg:npm/x@1': flaws } }),
      TODAY,
    );

    expect(packages!.results[0]).toMatchObject({
      vulnerabilities: [
        { id: 'GHSA-z', kev: { cve: 'CVE-2026-0001', due_date: '2026-11-25', overdue: false } },
        { id: 'GHSA-a', kev: null },
      ],
    });
  });

  it('leaves out lists that were not sent, and asks their datasets for nothing', () => {
    const { eol } = sources;

    const answer = checkStack(makeStack(item('3.12')), { eol }, TODAY);

    expect([answer.images, answer.cves, answer.packages]).toEqual([null, null, null]);
    expect(() => checkStack(makeStack({ cves: ['CVE-2021-44228'] }), { eol }, TODAY)).toThrow(/dataset of cves/);
  });

  it.each<[string, Partial<StackLists>, boolean]>([
    ['unknown items', item('99'), true],
    ['unknown images and unreadable packages', { images: ['acme/anvil:1'], packages: ['pkg:npm/none'] }, true],
    ['one known item among them', { ...item('3.8'), packages: ['pkg:npm/none'] }, false],
    ['a CVE that is not listed', { cves: ['CVE-2023-45857'] }, false],
    ['a clean package', { packages: ['pkg:npm/clean@1'] }, false],
  ])('knows when nothing is known: %s', (_what, lists, nothing) => {
    expect(isNothingKnown(check(lists))).toBe(nothing);
  });
});
