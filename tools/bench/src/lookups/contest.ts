import { alternate } from '../measure/rounds';
import { compare, type Contest } from '../report/compare';
import type { Row } from '../report/table';

/** Work that is repeated, and how many answers it gives each time. */
export interface Work {
  readonly name: string;
  run(): number;
}

/** Look-ups of one kind: ours, and what they are compared with. */
export interface Lookups {
  /** What is reported: answers per second, or processor time per answer. */
  readonly unit: '/s' | 'µs' | 'ms';
  readonly works: readonly [Work, ...Work[]];
}

/** Of processor time, in each round. */
const ROUND_MS = 300;
/** Before them: a check of a whole stack is compiled by the engine only after some thousand of them. */
const WARM_UP_MS = 3_000;

/** One row for each work: median and spread of alternating rounds, after one long one that only warms up. */
export async function contest({ unit, works }: Lookups, rounds: number): Promise<Row[]> {
  for (const work of works) measured(unit, work, WARM_UP_MS);
  const contenders = works.map((work) => ({ name: work.name, round: async () => measured(unit, work) }));
  const samples = await alternate(contenders, rounds);
  const [ours, ...others] = [...samples].map(([name, values]): Contest => ({ name, values }));
  return compare([ours!, ...others], { unit, isCost: unit !== '/s' });
}

function measured(unit: Lookups['unit'], { run }: Work, roundMs = ROUND_MS): number {
  const startedAt = processorMs();
  let answers = 0;
  let spentMs = 0;
  while (spentMs < roundMs) {
    answers += run();
    spentMs = processorMs() - startedAt;
  }
  if (unit === '/s') return (answers * 1000) / spentMs;
  return ((unit === 'µs' ? 1000 : 1) * spentMs) / answers;
}

/** Not the time of day: whatever else runs on the machine must not slow us down. The collector's threads count, too. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
