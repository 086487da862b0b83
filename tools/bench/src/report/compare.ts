import { median } from '../measure/rounds';
import { figure, type Row } from './table';

/** What rounds of one contender gave, in the order of the rounds. */
export interface Contest {
  readonly name: string;
  readonly values: readonly number[];
}

/** How the values of a contest are written and read. */
export interface Reading {
  readonly unit: string;
  /** True where less is better, e.g. processor time. */
  readonly isCost?: boolean;
}

/**
 * One row per contender: the median and spread of its rounds and, for all but the first, how many times better the first one
 * is: the median and spread of the ratios within each round, since what disturbs a round disturbs both.
 */
export function compare([ours, ...others]: readonly [Contest, ...Contest[]], { unit, isCost }: Reading): Row[] {
  const row = ({ name, values }: Contest, ratios: readonly number[]): Row => ({
    what: name,
    value: spreadOf(values, unit),
    ratio: ratios.length === 0 ? '' : `ours = ${spreadOfRatios(ratios)}`,
    measured: { unit, values, ...(ratios.length > 0 ? { ratios } : {}) },
  });
  return [
    row(ours, []),
    ...others.map((other) => {
      const ratios = ours.values.map((value, round) => {
        const theirs = other.values[round] ?? NaN;
        return isCost ? theirs / value : value / theirs;
      });
      return row(other, ratios.filter(Number.isFinite));
    }),
  ];
}

/** Median and spread, `1,234 ms (1,200 to 1,300)`. */
export function spreadOf(values: readonly number[], unit: string): string {
  return `${figure(median(values))} ${unit} (${figure(Math.min(...values))} to ${figure(Math.max(...values))})`;
}

/** `1.23 × (1.1 to 1.3)`. */
function spreadOfRatios(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)} × (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

/** One figure of the samples of each contender, ours first. */
export function contestsOf<Sample>(
  samples: ReadonlyMap<string, readonly Sample[]>,
  what: string,
  pick: (sample: Sample) => number,
): [Contest, ...Contest[]] {
  const [first, ...others] = [...samples].map(([name, of]) => ({ name: `${what}, ${name}`, values: of.map(pick) }));
  return [first!, ...others];
}
