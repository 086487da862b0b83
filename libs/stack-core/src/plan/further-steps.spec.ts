import { makeFlaw, makeSources, makeStack } from '../testing/make-stack';
import { checkAndPlan } from './check-and-plan';
import { PLAN_STEPS_MAX } from './plan';

const TODAY = '2026-11-20';

test('a step that waits its turn is named where it clears a reason, and not where it leaves one', () => {
  const urgent = Array.from({ length: PLAN_STEPS_MAX }, (_, at) => `pkg:npm/urgent-${at}@1.0.0`);
  const sources = makeSources({
    packages: {
      ...Object.fromEntries(urgent.map((purl, at) => [purl, [makeFlaw(`GHSA-${at}`, { fixed: '1.1.0' })]])),
      'pkg:npm/waits@1.0.0': [
        makeFlaw('GHSA-x', { fixed: '1.2.0', severity: 'low' }),
        makeFlaw('GHSA-y', { fixed: null, severity: 'low' }),
      ],
    },
  });

  const { plan } = checkAndPlan(makeStack({ packages: [...urgent, 'pkg:npm/waits@1.0.0'] }), sources, TODAY);

  expect([plan.steps.length, plan.further_steps]).toEqual([PLAN_STEPS_MAX, 1]);
  expect(plan.left.map(({ key, advice }) => [key, advice])).toEqual([
    ['vulnerable_below:pkg:npm/waits', 'a further step clears it: move waits to 1.2.0'],
    ['vulnerable_below:pkg:npm/waits:unfixed', expect.stringMatching(/^no version is known that clears it: /)],
  ]);
});
