import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findKept } from './kept-results';
import type { Mutant } from './mutant';
import { RUNNER_FOLDERS } from './nearest-runner';
import { writePlan, type Plan } from './plan';
import type { Tried } from './tried';

/** Never reached by a mutant: what hangs is ended by the runner itself. */
const TIMEOUT_MS = 24 * 3_600_000;

/** Mutants that one process tries; each leaves some memory behind. */
const REUSED_MAX = 25;

/** Tries mutants of one area, one after another, in the copy. @param jobs tried at once @returns also what earlier runs found of them */
export async function tryMutants(plan: Plan, jobs: number): Promise<readonly Tried[]> {
  const known = findKept(plan.kept, plan.mutants);
  const left = plan.mutants.filter((mutant) => !known.some((tried) => tried.mutant === mutant));
  if (left.length > 0) await runStryker({ ...plan, mutants: left }, jobs);
  return findKept(plan.kept, plan.mutants);
}

async function runStryker(plan: Plan, jobs: number): Promise<void> {
  const { folder } = plan;
  for (const name of RUNNER_FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  writePlan(join(folder, 'plan.json'), plan);
  const { Stryker } = await import('@stryker-mutator/core');
  await new Stryker({
    mutate: plan.mutants.map(rangeOf),
    inPlace: true,
    testRunner: 'nearest',
    plugins: [join(__dirname, 'plugins.js')],
    checkers: ['sample'],
    // The runner finds out by itself, file by file.
    coverageAnalysis: 'off',
    concurrency: jobs,
    maxTestRunnerReuse: REUSED_MAX,
    timeoutMS: TIMEOUT_MS,
    dryRunTimeoutMinutes: TIMEOUT_MS / 60_000,
    disableTypeChecks: false,
    reporters: ['each'],
    logLevel: 'error' as never,
    tempDirName: '.mutate-backup',
    cleanTempDir: 'always',
    allowConsoleColors: false,
  } as never).runMutationTest();
}

/** Lines counted from 1, columns from 0. Code around the chosen pieces stays as it is, and as fast. */
function rangeOf({ file, at }: Mutant): string {
  const [start, end] = at.split('-').map((place) => place.split(':').map(Number));
  return `${file}:${(start?.[0] ?? 0) + 1}:${start?.[1]}-${(end?.[0] ?? 0) + 1}:${end?.[1]}`;
}
