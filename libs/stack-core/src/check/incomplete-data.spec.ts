import { KevIndex } from '@stackcheck/kev-core';
import { FAILURES } from '../policy';
import type { StackLists } from '../stack';
import { makeStack } from '../testing/make-stack';
import { item, sources, TODAY } from '../testing/sample-harness';
import { checkAndPlan } from '../plan/check-and-plan';

describe('the verdict on a stack of which not all data is at hand', () => {
  it('is never pass where the catalogue of exploited vulnerabilities is missing and would matter', () => {
    const { eol, osv } = sources;
    const stack = makeStack({ packages: ['pkg:maven/a/log4j@2'] }, { min_severity: 'critical' });

    const answer = checkAndPlan(stack, { eol, osv }, TODAY);

    expect(answer.reasons.map(({ level, code }) => [level, code])).toEqual([
      ['unknown', 'kev_unknown'],
      ['warn', 'vulnerable_below'],
    ]);
    expect([answer.verdict, answer.summary.packages.in_kev]).toEqual(['unknown', null]);
  });

  it('is never pass where only a selection of the data says nothing', () => {
    const { eol, kev, osv } = sources;
    const selection = {
      eol,
      kev: new KevIndex('starter-1', [...kev!.entries()], false),
      osv: { ...osv!, covers: () => false },
    };
    const judged = (lists: Partial<StackLists>) => {
      const { verdict, reasons } = checkAndPlan(makeStack(lists, { min_severity: 'critical' }), selection, TODAY);
      return [verdict, reasons.map(({ level, code, ref }) => `${level} ${code} ${ref}`)];
    };

    expect(judged({ cves: ['CVE-2023-45857'] })).toEqual(['unknown', ['unknown kev_unknown cves/0']]);
    expect(judged({ packages: ['pkg:npm/clean@1.0.0'] })).toEqual([
      'unknown',
      ['unknown unresolved_package packages/0'],
    ]);
    expect(judged({ packages: ['pkg:npm/medium@1.0.0'] })).toEqual([
      'unknown',
      ['unknown incomplete_data packages/0', 'warn vulnerable_below packages/0'],
    ]);
    expect(judged({ packages: ['pkg:maven/a/log4j@2'] })[0]).toBe('fail');
  });

  it.each(FAILURES.filter((failure) => failure !== 'eol'))(
    'is unknown where that matters: a policy fails on %s',
    (kind) => {
      const { kev, osv } = sources;
      const selection = { kev, osv: { ...osv!, covers: () => false } };
      const stack = makeStack({ packages: ['pkg:npm/medium@1.0.0', 'pkg:npm/none'] }, { fail_on: [kind] });
      const levels = (of: typeof stack) =>
        checkAndPlan(of, selection, TODAY).reasons.flatMap(({ code, level }) =>
          code === 'incomplete_data' || code === 'unresolved_package' ? [level] : [],
        );

      expect(levels(stack)).toEqual(['unknown', 'unknown']);
      expect(levels({ ...stack, policy: { ...stack.policy, fail_on: ['eol'] } })).toEqual(['warn', 'warn']);
    },
  );

  it('says nothing against what is clean when that catalogue is missing', () => {
    const { eol, osv } = sources;

    expect(checkAndPlan(makeStack({ packages: ['pkg:npm/clean@1.0.0'] }), { eol, osv }, TODAY).verdict).toBe('pass');
  });

  it.each([
    ['missing', undefined, 'no_data', /: no end-of-life data are available now$/],
    ['of records without identifiers', { packages: undefined }, 'no_identifiers', /do not say which packages/],
    ['a selection', { complete: false }, 'incomplete_data', /only a selection of the end-of-life data/],
  ])('is never pass where it is not known which packages are products: %s', (_what, parts, reason, text) => {
    const { eol, osv } = sources;
    const stack = makeStack({ packages: ['pkg:npm/clean@1.0.0', 'pkg:npm/medium@1.0.0'] });

    const answer = checkAndPlan(stack, { osv, eol: parts && { ...eol!, ...parts }, kev: sources.kev }, TODAY);

    expect(answer.packages!.results[1]).toMatchObject({ lifecycle: null, lifecycle_reason: reason });
    expect(answer.verdict).toBe('unknown');
    expect(answer.reasons[0]).toMatchObject({ level: 'unknown', code: 'lifecycle_unknown', refs: ['packages/0'] });
    expect(answer.reasons[0]!.text).toMatch(text);
  });

  it('does not call a cycle the newest where only a selection is at hand', () => {
    const { eol } = sources;
    const judged = (complete: boolean) => checkAndPlan(makeStack(item('3.8')), { eol: { ...eol!, complete } }, TODAY);
    const [whole, selection] = [judged(true), judged(false)];

    expect(whole.reasons[0]!.text).toMatch(/move to 3\.12 \(newest: 3\.13\)$/);
    expect(selection.reasons[0]!.text).toMatch(/move to 3\.12$/);
    expect(selection.items!.results[0]).toMatchObject({ upgrade: { complete: false, nearest: { cycle: '3.12' } } });
  });
});
