import { cheapestSteps } from './cheapest';
import type { Model } from './model';
import { makerOffers } from './maker-offers';
import { ModelNames } from './model-names';
import { NameSuggestions } from './name-suggestions';
import { implausiblePrices } from './plausibility';
import { indexOf, model } from './testing/made-up-models';

/** Between two steps a server answers others, so none of them may do the work of all. */
const MODELS = 1_200;
const models = Array.from({ length: MODELS }, (_, at) => model({ id: `m${at}`, canonical: `acme/m${at}` }));

/** The most models that one step reads. */
function mostRead(all: readonly Model[], stepsOf: (watched: readonly Model[]) => Iterator<void, unknown>): number {
  const read = new Set<Model>();
  const watched = all.map(
    (one) =>
      new Proxy(one, {
        get: (target, name) => {
          read.add(one);
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  let most = 0;
  const steps = stepsOf(watched);
  for (let isOver = false; !isOver;) {
    read.clear();
    isOver = steps.next().done === true;
    most = Math.max(most, read.size);
  }
  return most;
}

const stepsIn = (generator: Generator<void, unknown, void>): number => [...generator].length;

describe('a step', () => {
  it.each<[string, (watched: readonly Model[]) => Generator<void, unknown, void>, number]>([
    ['names', (watched) => ModelNames.steps(watched, []), 16],
    ['prices that are not believed', implausiblePrices, 64],
    ['offers of makers', makerOffers, 64],
  ])('of %s reads no more models than are asked for at once', (_name, stepsOf, atOnce) => {
    const most = mostRead(models, stepsOf);

    expect(most).toBeGreaterThanOrEqual(atOnce);
    expect(most).toBeLessThanOrEqual(atOnce + 1);
  });

  it.each([
    ['a search that finds', {}, 3],
    ['one that looks for why it finds nothing', { min_context: 1e9 }, 2 * 3],
  ])('of %s is 512 models', (_name, constraints, steps) => {
    const index = indexOf(...models);

    expect(stepsIn(cheapestSteps(index, { tokens: { input: 10, output: 10 }, constraints }, '2026-11-20'))).toBe(steps);
  });

  it('of suggestions is sixteen names, twice, and a twelfth of the trigrams there can be', () => {
    const names = Array.from({ length: 48 }, (_, at) => `name-${at}`);

    expect(stepsIn(NameSuggestions.steps(names))).toBe(3 + Math.ceil(37 ** 3 / 4_096) + 3);
  });
});
