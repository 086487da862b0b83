import { crashesAt } from '../core/crash-plan';
import { Random } from '../core/random';
import { ledgerFolder, type Stop } from '../model/disk';
import { chanceCast, newPurchase, runSchedule, clientParts, type ScheduleResult } from '../run/run-schedule';
import { buyByTheBook } from '../actors/book-client';
import type { Scenario } from './all-scenarios';

/** What a scenario came to, over all its crashes. */
export interface ScenarioReport {
  readonly name: string;
  /** Yield points of the undisturbed story. */
  readonly points: number;
  readonly runs: number;
  readonly pairRuns: number;
  readonly broken: readonly { readonly crashes: readonly number[]; readonly stop: Stop; readonly text: string }[];
}

/** How thoroughly. */
export interface ScenarioOptions {
  /** Takes every n-th point only. */
  readonly every: number;
  readonly pairs: boolean;
  /** Which of the points, with `every` > 1. */
  readonly offset: number;
}

/** Runs a scenario without crashes, then with a crash at every yield point, then, if asked, at every pair of them. */
export async function runScenario(scenario: Scenario, options: ScenarioOptions): Promise<ScenarioReport> {
  const folder = ledgerFolder();
  const broken: ScenarioReport['broken'][number][] = [];
  let runs = 0;
  let pairRuns = 0;
  const tell = async (crashes: readonly number[], stop: Stop): Promise<ScheduleResult> => {
    const result = await tellScenario(scenario, crashes, stop, folder.path);
    for (const { invariant, text } of result.violations) broken.push({ crashes, stop, text: `${invariant}: ${text}` });
    return result;
  };
  try {
    const { yieldPoints: points } = await tell([], 'kill');
    for (const stop of ['kill', 'power'] as const) {
      for (let first = options.offset % options.every; first < points; first += options.every) {
        const { yieldPoints } = await tell([first], stop);
        runs++;
        if (!options.pairs || !scenario.inPairs || stop === 'power') continue;
        for (let second = first + 1; second < yieldPoints; second += options.every) {
          await tell([first, second], stop);
          pairRuns++;
        }
      }
    }
    return { name: scenario.name, points, runs, pairRuns, broken };
  } finally {
    folder.remove();
  }
}

/** One telling, with crashes at these points. */
export function tellScenario(
  scenario: Scenario,
  crashes: readonly number[],
  stop: Stop,
  folder: string,
  keepsTrail = false,
): Promise<ScheduleResult> {
  const plan = { ...scenario.plan, crashPlan: crashesAt(crashes, stop) };
  return runSchedule(plan, new Random(`scenario ${scenario.name}`), {
    folder,
    keepsTrail,
    cast(harness, watch) {
      const parts = clientParts(harness, 0, plan.calmAtMs + 120_000);
      scenario.books.forEach((habits, index) => {
        watch.follow(buyByTheBook(parts, habits, newPurchase(watch, `s${index}`, index + 1)));
      });
      chanceCast(harness, watch);
    },
  });
}
