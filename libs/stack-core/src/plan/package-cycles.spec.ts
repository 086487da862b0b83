import * as fc from 'fast-check';
import { checkAndPlan } from './check-and-plan';
import { makeCycle, makeFlaw, makePackaged, makeSources, makeStack, type FakePackage } from '../testing/make-stack';
import { planFault } from '../testing/plan-fault';
import { TODAY } from '../testing/sample-harness';

const latest = (name: string) => ({ latest: { name, date: null, link: null } });
const webs = [
  makeCycle('6', { releaseDate: '2026-08-01', eolFrom: '2029-01-01', ...latest('6.0.1') }),
  makeCycle('5', { releaseDate: '2025-08-01', eolFrom: '2028-01-01', ...latest('5.2.9') }),
  makeCycle('4', { releaseDate: '2024-08-01', eolFrom: '2027-01-01' }),
  makeCycle('3', { releaseDate: '2023-08-01', isEol: true, eolFrom: '2026-01-01', ...latest('3.9.0') }),
];
const PURL = 'pkg:npm/web@3.1.0';
const sourcesOf = (flaws: FakePackage) =>
  makeSources({ products: [makePackaged('web', webs, ['pkg:npm/web'])], packages: { [PURL]: flaws } });
const planOf = (flaws: FakePackage) => checkAndPlan(makeStack({ packages: [PURL] }), sourcesOf(flaws), TODAY).plan;

describe('a package whose cycle has ended', () => {
  it.each<[string, FakePackage, string | undefined]>([
    ['goes to the latest release of the nearest cycle that names one', [], '5.2.9'],
    ['goes on from what is safe', [makeFlaw('GHSA-1', { fixed: '3.2.0' })], '5.2.9'],
    ['stays where a later version is safe', [makeFlaw('GHSA-1', { fixed: '6.0.0' })], '6.0.0'],
    ['is not moved to what brings a vulnerability', [makeFlaw('GHSA-1', { from: '5.0.0', fixed: null })], undefined],
    ['is moved past one', [makeFlaw('GHSA-1', { from: '5.0.0', fixed: '6.0.0' })], '6.0.1'],
  ])('%s', (_what, flaws, to) => {
    expect(planOf(flaws).steps.map((step) => step.to)).toEqual(to === undefined ? [] : [to]);
  });

  it('is advised on where no release is known', () => {
    const { left } = planOf([makeFlaw('GHSA-1', { from: '5.0.0', fixed: null })]);

    expect(left.map(({ code, advice }) => [code, advice])).toEqual([
      ['eol', 'look for a version of cycle 5: none that makes nothing worse is known here'],
    ]);
  });

  it.each<[string, string, FakePackage, string | undefined]>([
    [
      'and is safe only in one that has ended, goes to a supported release',
      'pkg:npm/web@1.0.0',
      [makeFlaw('GHSA-1', { fixed: '3.2.0' })],
      '5.2.9',
    ],
    [
      'goes there with what has no fix, too',
      'pkg:npm/web@1.0.0',
      [makeFlaw('GHSA-1', { fixed: '3.2.0' }), makeFlaw('GHSA-2', { fixed: null })],
      '5.2.9',
    ],
    ['and is newer than all stays', 'pkg:npm/web@9.0.0', [], undefined],
  ])('that is not listed %s', (_what, purl, flaws, to) => {
    const sources = makeSources({
      products: [makePackaged('web', webs, ['pkg:npm/web'])],
      packages: { [purl]: flaws },
    });
    const stack = makeStack({ packages: [purl] });

    expect(checkAndPlan(stack, sources, TODAY).plan.steps.map((step) => step.to)).toEqual(to === undefined ? [] : [to]);
    expect(planFault(stack, sources, TODAY)).toBeUndefined();
  });

  it('is advised on what is safe where that is no milder', () => {
    const ended = webs.slice(3);
    const purl = 'pkg:npm/web@1.0.0';
    const packages = { [purl]: [makeFlaw('GHSA-1', { fixed: '3.2.0' })] };
    const sources = makeSources({ products: [makePackaged('web', ended, ['pkg:npm/web'])], packages });
    const { plan } = checkAndPlan(makeStack({ packages: [purl] }), sources, TODAY);

    expect(plan.steps).toEqual([]);
    expect(plan.left.find(({ code }) => code === 'vulnerable')?.advice).toBe(
      '3.2.0 clears it, and brings something that is no milder, such as a release cycle that has ended: weigh both, or replace the package',
    );
  });

  it('leaves no further step, whatever is known against its versions (property)', () => {
    const version = fc.constantFrom('3.2.0', '3.9.0', '5.2.9', '6.0.0', '6.0.1');
    const flaw = fc.record({
      from: fc.oneof(fc.constant('0'), version),
      fixed: fc.option(version),
      severity: fc.constantFrom(null, 'low' as const, 'high' as const),
    });
    fc.assert(
      fc.property(fc.array(flaw, { maxLength: 4 }), fc.constantFrom(0, 365, 800), (flaws, days) => {
        const sources = sourcesOf(flaws.map((parts, n) => makeFlaw(`GHSA-${n}`, parts)));
        const stack = makeStack({ packages: [PURL] }, { eol_within_days: days });

        expect(planFault(stack, sources, TODAY)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
