import { ServiceError } from '@stackcheck/contract';
import { checkPurls, type AdvisorySource, type PackageAdvisory } from '@stackcheck/osv-core';
import { ADVISORIES_JUDGED_MAX, withinBudget } from './within-budget';

/** Holds advisories that affect nothing, so many as the name of the package says. */
const source: AdvisorySource = {
  covers: () => true,
  advisoriesOf: (_ecosystem, [name]) => Array.from({ length: Number(name) }, () => NOTHING),
};
const NOTHING = { advisory: { id: 'X-1', aliases: [], withdrawn: null }, specs: [] } as unknown as PackageAdvisory;

const asked = (counts: readonly number[]): number =>
  checkPurls(
    withinBudget(source),
    counts.map((count) => `pkg:deb/debian/${count}@1`),
  ).count;

describe('what one request may have judged', () => {
  it.each([
    ['fifty packages with a handful each', Array<number>(50).fill(20)],
    ['two kernels', [10_000, 10_000]],
    ['one package, whatever it has', [ADVISORIES_JUDGED_MAX + 1]],
    ['packages without any beside it', [ADVISORIES_JUDGED_MAX + 1, 0, 0]],
  ])('is %s', (_what, counts) => {
    expect(asked(counts)).toBe(counts.length);
  });

  it.each([
    ['fifty versions of a kernel', Array<number>(50).fill(10_000)],
    ['one more than the limit', [ADVISORIES_JUDGED_MAX, 1]],
  ])('is not %s', (_what, counts) => {
    expect(() => asked(counts)).toThrow(ServiceError);
    expect(() => asked(counts)).toThrow(expect.objectContaining({ code: 'too_many_items' }) as Error);
  });

  it('is counted for each request by itself', () => {
    expect([asked([ADVISORIES_JUDGED_MAX]), asked([ADVISORIES_JUDGED_MAX])]).toEqual([1, 1]);
  });
});
