import { LIMITS, ServiceError } from '@stackcheck/contract';
import type { WeightSource } from '@stackcheck/osv-core/judging';
import { costOfPurls } from './batch-cost';
import { requireWithinBudget } from './within-budget';

const { advisoriesJudgedMax: MAX, purlsMax } = LIMITS;

/** Packages with as many advisories as their name says. */
const source: WeightSource = {
  weightOf: (_ecosystem, [name]) => Number(name),
};

const purlsOf = (counts: readonly number[]) => counts.map((count, n) => `pkg:deb/debian/${count}@${n}`);
const ask = (counts: readonly number[]) => requireWithinBudget(source, purlsOf(counts));

describe('what one request may have judged', () => {
  it.each([
    ['fifty packages with a handful each', Array<number>(50).fill(0)],
    ['fifty kernels of as many distributions', Array.from({ length: purlsMax }, (_, n) => 15_000 + n)],
    ['fifty versions of one kernel, which is read once', Array<number>(purlsMax).fill(40_000)],
    ['one package, whatever it has', [MAX + 1]],
    ['its versions', [MAX + 1, MAX + 1]],
    ['one package and others with few', [MAX + 1, 0, 0]],
  ])('is %s', (_what, counts) => {
    expect(() => ask(counts)).not.toThrow();
  });

  it.each([
    ['more than the limit', [MAX, 1]],
    ['more than it of many', Array.from({ length: purlsMax }, (_, n) => 21_000 + n)],
  ])('is not %s', (_what, counts) => {
    expect(() => ask(counts)).toThrow(ServiceError);
    expect(() => ask(counts)).toThrow(
      expect.objectContaining({
        code: 'too_many_items',
        message: expect.stringContaining(`at most ${MAX} are judged`) as string,
      }) as Error,
    );
  });

  it('is counted for each request by itself', () => {
    expect(() => [ask([MAX]), ask([MAX])]).not.toThrow();
  });
});

describe('the cost of a batch', () => {
  const costOf = (counts: readonly number[]) => costOfPurls(source, purlsOf(counts));

  it('is about a millisecond for fifty packages with few advisories, and nothing for what is no purl', () => {
    expect(costOf(Array<number>(50).fill(0))).toBeCloseTo(1, 1);
    expect(costOfPurls(source, ['x', 'pkg:npm/a', 'pkg:docker/nginx@1'])).toBe(0);
  });

  it('grows with the advisories of a package, read once, and with its versions', () => {
    const [one, ten] = [costOf([1_000]), costOf(Array<number>(10).fill(1_000))];

    expect(one).toBeGreaterThan(10);
    expect(ten).toBeGreaterThan(one + 5);
    expect(ten).toBeLessThan(10 * one);
  });

  it('is known from the weights of packages alone, each asked for at most once', () => {
    let asked = 0;
    const counting: WeightSource = { weightOf: (...of) => (asked++, source.weightOf(...of)) };

    const cost = costOfPurls(counting, purlsOf(Array<number>(50).fill(12_000)));

    expect(cost).toBeGreaterThan(100);
    expect(asked).toBeLessThanOrEqual(50);
  });
});
