import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ledgerFolder } from './model/disk';
import { MUTANTS } from './mutants/all-mutants';
import { REGRESSION_SEEDS } from './regression-seeds';
import { brokenText, MUTANT_HEAD, mutantRow, SCENARIO_HEAD, progressText, scenarioRow, totalsText } from './report';
import { runJobs } from './run/crew';
import { selfSeed, type NodeCounts } from './run/plan';
import { merge, NO_TOTALS, runNamed, type Totals } from './run/run-batch';
import type { Job } from './run/worker';
import { SCENARIOS } from './scenarios/all-scenarios';

/** What `--help` prints, seen from `dist/bundle`; the launcher prints it, too, before anything is installed. */
const usage = (): string => readFileSync(join(__dirname, '..', '..', 'usage.txt'), 'utf8').trimEnd();

const { values } = readOptions({
  schedules: { type: 'string' },
  seed: { type: 'string', default: '1' },
  mutant: { type: 'string' },
  mutants: { type: 'boolean', default: false },
  scenarios: { type: 'boolean', default: false },
  every: { type: 'string', default: '1' },
  regressions: { type: 'boolean', default: false },
  replay: { type: 'string' },
  first: { type: 'string', default: '0' },
  self: { type: 'boolean', default: false },
  nodes: { type: 'string' },
  progress: { type: 'boolean', default: false },
  threads: { type: 'string' },
  help: { type: 'boolean', default: false },
});

const NODES_OF_MUTANTS = [3, 3] as const;
const threads = Number(values.threads ?? availableParallelism());
const nodes = nodesOf(values.nodes);
const startedMs = performance.now();
const seconds = (): number => (performance.now() - startedMs) / 1_000;

async function main(): Promise<void> {
  if (values.help) return print(usage());
  if (values.replay !== undefined) return replay(values.replay);
  if (values.regressions) return showRegressions();
  if (values.mutants) return showMutants();
  if (values.scenarios) return showScenarios();
  if (values.mutant !== undefined && !MUTANTS.some(({ name }) => name === values.mutant)) {
    throw new Error(
      `there is no planted bug "${values.mutant}"; there are ${MUTANTS.map(({ name }) => name).join(', ')}`,
    );
  }
  return showSchedules(values.mutant ?? null);
}

/** Every thread takes each n-th schedule, so that the sums do not depend on the number of threads. */
async function showSchedules(mutant: string | null): Promise<void> {
  const schedules = Number(values.schedules ?? 20_000);
  const begin = Number(values.first);
  const chunk = Math.min(2_500, Math.ceil(schedules / threads));
  const jobs: Job[] = [];
  for (let first = begin; first < begin + schedules; first += chunk) {
    const batch = {
      seed: values.self ? selfSeed(values.seed) : values.seed,
      first,
      end: Math.min(begin + schedules, first + chunk),
      step: 1,
      nodes,
      brokenMax: mutant ? 1 : 20,
    };
    jobs.push({ kind: 'batch', batch, mutant });
  }
  let totals: Totals = NO_TOTALS;
  await runJobs(jobs, threads, (result) => {
    if (result.kind !== 'batch') return;
    totals = merge(totals, result.totals);
    if (values.progress) process.stderr.write(progressText(totals, seconds()));
  });
  print(totalsText(totals, values.seed, seconds()));
  if (totals.broken.length > 0) print(brokenText(totals));
  const isExpected = mutant === null ? totals.broken.length === 0 : totals.broken.length > 0;
  process.exitCode = isExpected ? 0 : 1;
}

async function showMutants(): Promise<void> {
  const end = Number(values.schedules ?? 10_000);
  const kind = nodes ? MUTANTS.filter((mutant) => mutant.nodes) : MUTANTS;
  const planted = kind.filter((_, at) => at % Number(values.every) === 0);
  const jobs = planted.map(({ name, nodes: bug, isSelf }): Job => ({
    kind: 'batch',
    batch: {
      seed: isSelf ? selfSeed(values.seed) : values.seed,
      first: 0,
      end,
      step: 1,
      nodes: bug ? (nodes ?? NODES_OF_MUTANTS) : null,
      brokenMax: 1,
    },
    mutant: name,
  }));
  let caught = 0;
  print(MUTANT_HEAD);
  await runJobs(jobs, threads, (result) => {
    if (result.kind !== 'batch') return;
    const mutant = planted.find(({ name }) => name === result.mutant)!;
    if (result.totals.broken.length > 0) caught++;
    print(mutantRow(mutant, result.totals));
  });
  print(
    `${caught} of ${planted.length} planted bugs caught within ${end} schedules each, seed ${values.seed}, ${seconds().toFixed(0)} s`,
  );
  process.exitCode = caught === planted.length ? 0 : 1;
}

async function showScenarios(): Promise<void> {
  const options = { every: Number(values.every), offset: 0, pairs: true };
  // The long ones first, so that no thread is left with one at the end.
  const ordered = [...SCENARIOS].sort((left, right) => Number(right.inPairs) - Number(left.inPairs));
  let runs = 0;
  let broken = 0;
  print(SCENARIO_HEAD);
  await runJobs(
    ordered.map(({ name }): Job => ({ kind: 'scenario', name, options })),
    threads,
    (result) => {
      if (result.kind !== 'scenario') return;
      runs += 1 + result.report.runs + result.report.pairRuns;
      broken += result.report.broken.length;
      print(scenarioRow(result.report));
      for (const { crashes, stop, text } of result.report.broken.slice(0, 5))
        print(`  ${stop} at ${crashes.join(', ')}: ${text}`);
    },
  );
  print(`${SCENARIOS.length} scenarios, ${runs} runs, ${broken} violations, ${seconds().toFixed(0)} s`);
  process.exitCode = broken === 0 ? 0 : 1;
}

async function showRegressions(): Promise<void> {
  const folder = ledgerFolder();
  for (const [name, reason] of REGRESSION_SEEDS) {
    const { violations } = await runNamed(name, folder.path);
    for (const { invariant, text } of violations) {
      print(`${name} (${reason}) breaks ${invariant}: ${text}`);
      process.exitCode = 1;
    }
  }
  folder.remove();
}

async function replay(name: string): Promise<void> {
  const folder = ledgerFolder();
  const mutant = MUTANTS.find((planted) => planted.name === values.mutant);
  const result = await runNamed(name, folder.path, mutant, true);
  folder.remove();
  print(result.trail.join('\n'));
  for (const { invariant, text } of result.violations) print(`${invariant}: ${text}`);
  process.exitCode = result.violations.length === 0 ? 0 : 1;
}

/** `3`, or `2-5` for as many in turn. */
function nodesOf(text: string | undefined): NodeCounts {
  if (text === undefined) return null;
  const [, from, to = from] = /^([1-9])(?:-([1-9]))?$/.exec(text) ?? [];
  if (from === undefined || Number(to) < Number(from)) refuse('--nodes must be a number up to 9, or two as 2-5');
  return [Number(from), Number(to)];
}

/** Options that cannot be understood end the program with one sentence and the usage. */
function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n\n${usage()}\n`);
  process.exit(2);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
