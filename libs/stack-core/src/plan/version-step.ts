import type { StepSize } from './plan';

/** Which number a move from one version to another changes (`STEP_SIZES`). */
export function sizeBetween(from: string, to: string): StepSize {
  const [before, after] = [numbersOf(from), numbersOf(to)];
  if (before === undefined || after === undefined || before.epoch !== after.epoch) return 'major';
  const at = [0, 1].find((place) => (before.numbers[place] ?? 0) !== (after.numbers[place] ?? 0));
  return at === 0 ? 'major' : at === 1 ? 'minor' : 'patch';
}

/** The epoch of a distribution's version and the numbers after it: `1:2.3-4` is 1 and 2, 3. */
function numbersOf(version: string): { readonly epoch: string; readonly numbers: readonly number[] } | undefined {
  const [, epoch = '0', numbers] = /^(?:(\d+)[:!])?\D*(\d+(?:\.\d+)*)/.exec(version) ?? [];
  return numbers === undefined ? undefined : { epoch, numbers: numbers.split('.').map(Number) };
}
