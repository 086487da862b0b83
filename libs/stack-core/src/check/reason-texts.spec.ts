import type { StackLists } from '../stack';
import { makeFlaw, makeSources, makeStack } from '../testing/make-stack';
import { check, item, sources } from '../testing/sample-harness';
import { checkAndPlan } from '../plan/check-and-plan';

describe('the sentence of a cycle that ends soon', () => {
  it.each([
    ['2026-12-19', 'tomorrow'],
    ['2026-12-20', 'today'],
    ['2026-12-18', 'in 2 days'],
  ])('says on %s that it does %s', (day, when) => {
    const [reason] = checkAndPlan(makeStack(item('3.11')), sources, day).reasons;

    expect(reason?.text).toBe(`Python 3.11: end of life on 2026-12-20, ${when}; move to 3.12 (newest: 3.13)`);
  });
});

describe('the sentence of a reason', () => {
  it.each<[Partial<StackLists>, readonly string[]]>([
    [item('3.8'), ['Python 3.8: past its end of life since 2024-10-07; move to 3.12 (newest: 3.13)']],
    [item('3.11'), ['Python 3.11: end of life on 2026-12-20, in 30 days; move to 3.12 (newest: 3.13)']],
    [item('2', 'limited'), ['Limited 2: gets only security fixes until its end of life on 2030-01-01']],
    [item('1', 'limited'), ['Limited 1: gets only security fixes, and no day is known on which they end']],
    [
      item('1', 'pyhton'),
      ['pyhton 1: the product is not known, so nothing is known about its support; did you mean python?'],
    ],
    [
      item('99'),
      [
        'python 99: this version of python is not known, so nothing is known about its support; the closest is python@3.14',
      ],
    ],
    [
      { images: ['python:3.8-alpine'] },
      [
        'python:3.8-alpine (Python 3.8): past its end of life since 2024-10-07; move to 3.12 (newest: 3.13)',
        'python:3.8-alpine: the tag names alpine-linux without a version (base system), so its support is not known; pin it',
      ],
    ],
    [
      { images: ['python:3.2'] },
      [
        'python:3.2 (Python 3.2, older than the oldest listed cycle of its line, 3.8): past its end of life since 2024-10-07; move to 3.12 (newest: 3.13)',
      ],
    ],
    [
      { images: ['python:3.12-jdk17', 'python:99-debian12'] },
      [
        'python:3.12-jdk17: no cycle is known of the runtime (Java 17): the tag names no vendor of it that is listed',
        'python:99-debian12: no cycle is known of the product (python 99): no listed cycle holds this version',
      ],
    ],
    [
      { cves: ['CVE-2021-44228'] },
      [
        'CVE-2021-44228 (Acme Anvil): known to be exploited; remedy was due on 2021-12-24; used in ransomware campaigns',
      ],
    ],
    [{ packages: ['pkg:npm/bad@1.0.0'] }, ['bad 1.0.0: reported as malware (MAL-1); remove it']],
    [
      { packages: ['pkg:maven/a/log4j@2'] },
      [
        'log4j 2: GHSA-j is CVE-2021-44228, which is known to be exploited; remedy was due on 2021-12-24; used in ransomware campaigns',
        'log4j 2: one vulnerability: GHSA-j, low; safe from 9.9.9',
      ],
    ],
    [{ packages: ['pkg:npm/none'] }, ['pkg:npm/none: it was not checked: it names no version']],
    [
      { packages: ['pkg:pypi/newer@1'] },
      ['pkg:pypi/newer@1: it was not checked: there are no data about it; check the spelling: new is listed'],
    ],
    [
      { packages: ['pkg:npm/claen@1.0.0'] },
      ['claen 1.0.0: no advisory names this package, so nothing is known of it; check the spelling: clean is listed'],
    ],
  ])('about %j begins with the component', (lists, texts) => {
    expect(check(lists).reasons.map(({ text }) => text)).toEqual(texts);
  });
});

describe('the sentence of a package for which no version is safe', () => {
  const endless = makeFlaw('GHSA-q', { severity: 'high', fixed: null });

  it.each([
    [
      [makeFlaw('GHSA-p', { severity: 'high', fixed: '2.0.0' }), endless],
      [
        'x 1.0.0: one vulnerability: GHSA-p, high; 2.0.0 fixes 1 of 2; GHSA-q has no fix',
        'x 1.0.0: one vulnerability: GHSA-q, high; no version is known that fixes GHSA-q',
      ],
    ],
    [[endless], ['x 1.0.0: one vulnerability: GHSA-q, high; no version is known that fixes GHSA-q']],
  ])('says what a move does all the same', (flaws, texts) => {
    const stack = makeStack({ packages: ['pkg:npm/x@1.0.0'] });
    const { reasons } = checkAndPlan(stack, makeSources({ packages: { 'pkg:npm/x@1.0.0': flaws } }), '2026-11-20');

    expect(reasons.map((reason) => reason.text)).toEqual(texts);
  });
});
