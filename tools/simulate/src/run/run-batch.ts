import { ledgerFolder } from '../model/disk';
import type { Mutant } from './mutant';
import { randomPlan, scheduleName, type NodeCounts } from './plan';
import { runSchedule, type ScheduleResult } from './run-schedule';

/** Sums over schedules. */
export interface Totals {
  readonly schedules: number;
  readonly payments: number;
  /** Transfers to us that the chain has: without any, nothing was tried. */
  readonly transfers: number;
  /** Settled payments that the chain took back for good. */
  readonly losses: number;
  readonly requests: number;
  readonly faults: number;
  readonly crashes: number;
  readonly simulatedMs: number;
  readonly events: number;
  /** Schedules that broke a promise, at most a few. */
  readonly broken: readonly BrokenSchedule[];
}

/** A schedule with a violation, by the name that replays it. */
export interface BrokenSchedule {
  readonly name: string;
  readonly violations: ScheduleResult['violations'];
}

/** Which schedules of a seed to run: every `step`th from `first`, below `end`. */
export interface Batch {
  readonly seed: string;
  readonly first: number;
  readonly end: number;
  readonly step: number;
  /** How many nodes serve in each. */
  readonly nodes: NodeCounts;
  readonly mutant?: Mutant;
  /** Stops at so many broken schedules. */
  readonly brokenMax: number;
}

const BROKEN_KEPT = 20;

export const NO_TOTALS: Totals = {
  schedules: 0,
  payments: 0,
  transfers: 0,
  losses: 0,
  requests: 0,
  faults: 0,
  crashes: 0,
  simulatedMs: 0,
  events: 0,
  broken: [],
};

/** Runs the schedules of a batch one after the other. */
export async function runBatch(batch: Batch, onSchedule: (totals: Totals) => void = () => undefined): Promise<Totals> {
  const folder = ledgerFolder();
  let totals = NO_TOTALS;
  try {
    for (const name of namesOf(batch)) {
      totals = add(totals, await runNamed(name, folder.path, batch.mutant));
      onSchedule(totals);
      if (totals.broken.length >= batch.brokenMax) break;
    }
    return totals;
  } finally {
    folder.remove();
  }
}

function* namesOf({ seed, first, end, step, nodes, mutant }: Batch): Generator<string> {
  if (mutant?.seen !== undefined) yield mutant.seen;
  for (let index = first; index < end; index += step) yield scheduleName(seed, index, nodes);
}

/** Runs the one schedule of this name (`scheduleName`). */
export function runNamed(name: string, folder: string, mutant?: Mutant, keepsTrail = false): Promise<ScheduleResult> {
  const { plan, random } = randomPlan(name);
  return runSchedule(plan, random, { folder, keepsTrail, ...(mutant ? { mutant } : {}) });
}

/** The sum of sums and one schedule more. */
export function add(totals: Totals, result: ScheduleResult): Totals {
  const isBroken = result.violations.length > 0 && totals.broken.length < BROKEN_KEPT;
  return merge(totals, {
    schedules: 1,
    payments: result.payments,
    transfers: result.transfers,
    losses: result.losses,
    requests: result.requests,
    faults: result.faults,
    crashes: result.crashes,
    simulatedMs: result.simulatedMs,
    events: result.events,
    broken: isBroken ? [{ name: result.name, violations: result.violations }] : [],
  });
}

export function merge(left: Totals, right: Totals): Totals {
  return {
    schedules: left.schedules + right.schedules,
    payments: left.payments + right.payments,
    transfers: left.transfers + right.transfers,
    losses: left.losses + right.losses,
    requests: left.requests + right.requests,
    faults: left.faults + right.faults,
    crashes: left.crashes + right.crashes,
    simulatedMs: left.simulatedMs + right.simulatedMs,
    events: left.events + right.events,
    broken: [...left.broken, ...right.broken],
  };
}
