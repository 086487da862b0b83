import type { StackLists } from '../stack';
import { makeFlaw, makeSources, makeStack } from '../testing/make-stack';
import { check, item, sources, TODAY, harness } from '../testing/sample-harness';
import { checkAndPlan } from '../plan/check-and-plan';
import { withFewerShown } from './fewer-shown';
import { isNothingKnown, type UnplannedCheck } from './judge';

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
    packages: Object.keys(harness.packages!).concat('pkg:npm/claen@1.0.0'),
  });

  it('is answered with the order in which to act of its CVEs, and is otherwise the same', () => {
    const { cves, ...rest } = withFewerShown(everything, Infinity);
    const { priority, ...report } = cves!;

    expect(priority?.map(({ cve, why, days }) => [cve, why, days])).toEqual([
      ['CVE-2021-44228', 'ransomware', -1792],
      ['CVE-2026-0001', 'due', 5],
    ]);
    expect({ ...rest, cves: report }).toEqual(everything);
    expect(withFewerShown(check(item('3.11'))).cves).toBeNull();
  });

  it('names the place of a CVE that cannot be read', () => {
    expect(() => check({ cves: ['CVE-2021-44228', 'CVE-21-1'] })).toThrow(
      expect.objectContaining({ code: 'invalid_cve', place: 'cves[1]' }),
    );
  });

  it('counts each entry once', () => {
    expect(everything.summary).toEqual({
      items: { count: 6, matched: 4, eol: 3, security_only: 0, ending_soon: 1, unknown_count: 2 },
      items_only: { count: 4, matched: 3, eol: 2, security_only: 0, ending_soon: 1, unknown_count: 1 },
      images_only: { count: 2, matched: 1, eol: 1, security_only: 0, ending_soon: 0, unknown_count: 1 },
      cves: { count: 3, listed: 2, unknown_count: 0, overdue: 1, ransomware: 1 },
      packages: {
        count: 9,
        vulnerable: 6,
        malware: 1,
        clean: 1,
        unlisted: 1,
        unresolved: 1,
        eol: 0,
        vulnerable_items: 0,
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
      extended_support_until: null,
      latest,
      lts: false,
    });
    const both = {
      complete: true,
      nearest: target('3.12', '2028-10-01', 681, null),
      recommended: null,
      newest: target('3.13', '2029-10-01', 1046, '3.13.9'),
    };
    const none = { complete: true, nearest: null, recommended: null, newest: null, reason: 'no_newer_cycle' };
    expect(upgrades).toEqual([both, both, none, undefined]);
    expect(check(item('3.12')).items!.results[0]).not.toHaveProperty('upgrade');
    expect(check({ images: ['python:3.8-bookworm'] }).images!.results[0]).toMatchObject({
      components: [{ role: 'image', upgrade: both }, { role: 'base_os' }],
    });
  });

  it('joins the catalogue to packages through their alias groups, and puts what is exploited first', () => {
    const flaws = [
      makeFlaw('GHSA-a', { severity: 'critical' }),
      makeFlaw('GHSA-z', { ids: ['CVE-2026-0001', 'GHSA-z'], severity: 'low' }),
    ];
    const { packages } = checkAndPlan(
      makeStack({ packages: ['pkg:npm/x@1.0.0'] }),
      makeSources({ ...harness, packages: { 'pkg:npm/x@1.0.0': flaws } }),
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

    const answer = checkAndPlan(makeStack(item('3.12')), { eol }, TODAY);

    expect([answer.images, answer.cves, answer.packages]).toEqual([null, null, null]);
    expect(() => checkAndPlan(makeStack({ cves: ['CVE-2021-44228'] }), { eol }, TODAY)).toThrow(/dataset of cves/);
  });

  it.each<[string, Partial<StackLists>, boolean]>([
    ['unknown items', item('99'), true],
    ['unknown images and unreadable packages', { images: ['acme/anvil:1'], packages: ['pkg:npm/none'] }, true],
    ['one known item among them', { ...item('3.8'), packages: ['pkg:npm/none'] }, false],
    ['a CVE that is not listed', { cves: ['CVE-2023-45857'] }, false],
    ['a clean package', { packages: ['pkg:npm/clean@1.0.0'] }, false],
  ])('knows when nothing is known: %s', (_what, lists, nothing) => {
    expect(isNothingKnown(check(lists))).toBe(nothing);
  });

  it.each([
    ['supported', false],
    ['unknown', true],
  ])('knows a package that no advisory data are about by its support: %s', (status, nothing) => {
    const { items, images, cves } = check(item('99'));
    const packages = {
      results: [
        { checked: false, lifecycle: { status } },
        { checked: false, lifecycle: null },
      ],
    };

    expect(isNothingKnown({ items, images, cves, packages } as unknown as UnplannedCheck)).toBe(nothing);
  });
});
