import { readFileSync, writeFileSync } from 'node:fs';
import type { Kept } from './kept-results';
import type { Mutant } from './mutant';

/** Names the file with the plan, for the parts of Stryker that run in processes of their own. */
export const PLAN_FILE = 'MUTATE_PLAN_FILE';

/** What is tried in one area. */
export interface Plan {
  /** The copy that is changed. */
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  /** Test files that are asked, as paths from the folder. */
  readonly tests: readonly string[];
  readonly kept: Kept;
}

/** Writes the plan where `readPlan` finds it, also in processes that this one starts from now on. */
export function writePlan(file: string, plan: Plan): void {
  writeFileSync(file, JSON.stringify(plan));
  process.env[PLAN_FILE] = file;
}

/** The plan of this run. */
export function readPlan(): Plan {
  return JSON.parse(readFileSync(process.env[PLAN_FILE] ?? '', 'utf8')) as Plan;
}
