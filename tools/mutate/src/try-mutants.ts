import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Area } from './areas';
import { CHOSEN_FILE } from './checker';
import { placeOf, type Mutant } from './mutant';
import { spanOf, type Position } from './source-text';

/** What became of a mutant: `lost` when the tests ran into a fault of Stryker itself. */
export type Outcome = 'killed' | 'survived' | 'uncovered' | 'timeout' | 'lost';

/** A mutant that was tried. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  Killed: 'killed',
  Survived: 'survived',
  NoCoverage: 'uncovered',
  Timeout: 'timeout',
  RuntimeError: 'killed',
};

/** More than all tests of a project take one after another; a mutant whose tests take longer counts as one that never ends. */
const TIMEOUT_MS = 300_000;

/** What a run needs to know. */
export interface TryOptions {
  /** The copy that is changed. */
  readonly folder: string;
  readonly jobs: number;
  /** Where the results of this area are kept between runs. */
  readonly resultsFile: string;
}

/**
 * Tries mutants of one area, each with the tests that import its file, nearest first, until one fails. Which test reaches which piece is
 * not asked: to find out, all of them would run before the first mutant, which takes longer than all mutants do.
 */
export async function tryMutants(
  area: Area,
  mutants: readonly Mutant[],
  options: TryOptions,
): Promise<readonly Tried[]> {
  const { folder, jobs, resultsFile } = options;
  const { Stryker } = await import('@stryker-mutator/core');
  const chosen = join(folder, 'chosen.json');
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  if (existsSync(resultsFile)) copyFileSync(resultsFile, results);
  writeFileSync(chosen, JSON.stringify(mutants.map(placeOf)));
  process.env[CHOSEN_FILE] = chosen;

  const tried = await new Stryker({
    mutate: [...new Set(mutants.map(({ file }) => file))],
    inPlace: true,
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', join(__dirname, 'checker.js')],
    jest: { projectType: 'custom', config: jestConfig(folder, area), enableFindRelatedTests: true },
    checkers: ['sample'],
    coverageAnalysis: 'off',
    incremental: true,
    incrementalFile: results,
    concurrency: jobs,
    timeoutMS: TIMEOUT_MS,
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: false,
    reporters: ['each'],
    logLevel: 'error' as never,
    tempDirName: '.mutate-backup',
    cleanTempDir: 'always',
    allowConsoleColors: false,
  } as never).runMutationTest();

  keepTried(results, resultsFile);
  const byPlace = new Map(mutants.map((mutant) => [placeOf(mutant), mutant]));
  return tried.flatMap(({ fileName, location, mutatorName, replacement, status }) => {
    const at = spanOf({ start: fromOne(location.start), end: fromOne(location.end) });
    const mutant = byPlace.get(placeOf({ file: relative(folder, fileName), at, mutator: mutatorName, replacement }));
    return mutant ? [{ mutant, outcome: OUTCOMES[status] ?? 'lost' }] : [];
  });
}

/** Reports count lines and columns from 1. */
function fromOne({ line, column }: Position): Position {
  return { line: line - 1, column: column - 1 };
}

/**
 * All projects take the same preset, so that tests of several can run in one go. Its environment is for the cached targets of
 * nx: it refuses a test what is no input of its project, and here there is none. Its runtime goes with that environment.
 */
function jestConfig(folder: string, { tests }: Area): object {
  const load = createRequire(join(folder, 'package.json'));
  const preset = load('./jest.preset.js') as Preset;
  const own = (file: string): string => join(folder, 'tools', 'mutate', file);
  return {
    ...preset,
    rootDir: folder,
    // All code, since a test may import the changed file through that of another project.
    roots: ['libs', 'apps'].map((kind) => join(folder, kind)),
    resolver: own('resolve-sources.js'),
    testMatch: tests.map((path) => `${folder}/${path}/**/*.spec.ts`),
    setupFiles: [],
    globals: { setupOfTests: [...preset.setupFiles, own('no-shrinking.js')] },
    testSequencer: own('nearest-first.js'),
    testRunner: own('jest-circus-until-noticed.js'),
    testEnvironment: own('until-noticed-environment.js'),
    runtime: load.resolve('jest-runtime'),
  };
}

interface Preset {
  readonly setupFiles: readonly string[];
}

interface Results {
  readonly files: Readonly<Record<string, { mutants: { readonly status: string }[] }>>;
}

/**
 * Keeps what was noticed. What was not tried would be taken for a result by another sample, and what survived is tried again with the
 * tests that were written since.
 */
function keepTried(from: string, to: string): void {
  const results = JSON.parse(readFileSync(from, 'utf8')) as Results;
  for (const file of Object.values(results.files))
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed');
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, JSON.stringify(results));
}
