import type { ChildMemory } from '../measure/child-server';
import type { Statuses } from '../measure/mixed-load';
import { figure, type Row } from '../report/table';
import { trendOf, type Tolerance } from './trend';

/** What was held after so many requests, and what the ones of the last round were answered. */
export interface Sample {
  readonly requests: number;
  readonly statuses: Statuses;
  readonly memory: ChildMemory;
}

/** What is reported of each sample. */
interface Measure {
  readonly name: string;
  readonly unit: 'MiB' | '';
  readonly tolerance: Tolerance;
  of(memory: ChildMemory): number | undefined;
}

const MIB = 2 ** 20;

/**
 * What is reachable may gain 2 % over the run; machine code does not count as such, since the compiler goes on for long and has
 * a row of its own, in which it may gain half. Resident memory, which also holds what the allocators keep for later, 5 %.
 * Descriptors and handles come and go with timers, so that twenty more are nothing.
 */
const MEASURES: readonly Measure[] = [
  {
    name: 'held by JavaScript',
    unit: 'MiB',
    tolerance: { share: 0.02, least: 0 },
    of: ({ heapUsedBytes, machineCodeBytes, externalBytes }) =>
      (heapUsedBytes - machineCodeBytes + externalBytes) / MIB,
  },
  {
    name: 'machine code',
    unit: 'MiB',
    tolerance: { share: 0.5, least: 0 },
    of: ({ machineCodeBytes }) => machineCodeBytes / MIB,
  },
  { name: 'resident', unit: 'MiB', tolerance: { share: 0.05, least: 0 }, of: ({ rssBytes }) => rssBytes / MIB },
  { name: 'handles', unit: '', tolerance: { share: 0, least: 20 }, of: ({ handles }) => handles },
  { name: 'descriptors', unit: '', tolerance: { share: 0, least: 20 }, of: ({ descriptors }) => descriptors },
];

/** A row for each measure: first and last round, and whether it grows with the requests; then what was answered. */
export function memoryRows(load: string, samples: readonly Sample[]): readonly Row[] {
  const rows = MEASURES.flatMap((measure) => {
    const values = samples.map(({ memory }) => measure.of(memory));
    return values.every((value) => value !== undefined) ? [row(load, measure, samples, values)] : [];
  });
  return [...rows, { what: `${load}, answers`, value: answered(samples), ratio: '' }];
}

function row(load: string, measure: Measure, samples: readonly Sample[], values: readonly number[]): Row {
  const { name, unit, tolerance } = measure;
  const points = values.map((value, at) => ({ requests: samples[at]!.requests, value }));
  const { perRequest, lastToFirst, isFlat } = trendOf(points, tolerance);
  const growth = unit === 'MiB' ? `${figure(perRequest * MIB)} bytes` : figure(perRequest);
  return {
    what: `${load}, ${name}`,
    value: `${figure(values[0]!)} → ${figure(values.at(-1)!)} ${unit} (${figure(Math.min(...values))} to ${figure(Math.max(...values))})`,
    ratio: `last round = ${lastToFirst.toFixed(2)} × the first: ${isFlat ? 'flat' : 'grows by'} (${growth} a request)`,
    measured: { unit, values, ratios: [lastToFirst], isFlat },
  };
}

/** `200: 4,500, 409: 12`, of all rounds. */
function answered(samples: readonly Sample[]): string {
  const total = new Map<number, number>();
  for (const { statuses } of samples)
    for (const [status, count] of statuses) total.set(status, (total.get(status) ?? 0) + count);
  const sorted = [...total].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status === 0 ? 'none' : status}: ${figure(count)}`).join(', ');
}
