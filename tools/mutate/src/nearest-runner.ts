import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { HangWatch } from './hang-watch';
import { readPlan, type Plan } from './plan';
import { growingParts, nearestFirst } from './test-order';
import { TestRuns, type Observation } from './test-runs';

type DryRun =
  | { readonly status: 'complete'; readonly tests: readonly object[] }
  | { readonly status: 'error'; readonly errorMessage: string };

type MutantRun =
  | {
      readonly status: 'killed';
      readonly killedBy: string[];
      readonly failureMessage: string;
      readonly nrOfTests: number;
    }
  | { readonly status: 'survived'; readonly nrOfTests: number }
  | { readonly status: 'timeout'; readonly reason: string };

const OBSERVED = '.observed';
const HUNG = '.hung';

/** In the copy, what processes of one run tell each other; Stryker's names of mutants hold for one run. */
export const RUNNER_FOLDERS: readonly string[] = [OBSERVED, HUNG];

/** Of a mutant that makes no endless loop: how much more often than without it a test file may come by. */
const HITS_FACTOR = 100;

/**
 * A test runner of Stryker. Each test file runs once without a fault, at the moment when it is asked for the first time, which shows whether it
 * passes at all and what it reaches; from then on it runs for those mutants alone that it reaches, nearest first, until one test fails.
 */
export class NearestRunner {
  private readonly known = new Map<string, Observation>();

  constructor(
    private readonly plan: Pick<Plan, 'folder' | 'tests'> = readPlan(),
    private readonly runs: Pick<TestRuns, 'observe' | 'firstFailure'> = new TestRuns(plan.folder),
    private readonly watch: Pick<HangWatch, 'hasEnded' | 'during'> = new HangWatch(join(plan.folder, HUNG)),
  ) {}

  capabilities(): { readonly reloadEnvironment: true } {
    return { reloadEnvironment: true };
  }

  /** Stryker wants tests that pass before it plants anything. */
  async dryRun({ files = [] }: { readonly files?: readonly string[] }): Promise<DryRun> {
    const { tests, folder } = this.plan;
    for (const part of growingParts(nearestFirst(relative(folder, files[0] ?? folder), tests))) {
      await this.observe(part);
      const passing = part.find((file) => this.observationOf(file).passes);
      if (passing) return { status: 'complete', tests: [{ id: passing, name: passing, timeSpentMs: 0, status: 0 }] };
    }
    return { status: 'error', errorMessage: 'no test file passes without a fault' };
  }

  async mutantRun({ activeMutant, sandboxFileName }: MutantRunOptions): Promise<MutantRun> {
    const { id } = activeMutant;
    // A run that was ended by the watch is asked for again, in a new process.
    if (this.watch.hasEnded(id)) return { status: 'timeout', reason: 'the tests do not end' };
    let asked = 0;
    for (const part of growingParts(nearestFirst(relative(this.plan.folder, sandboxFileName), this.plan.tests))) {
      await this.observe(part);
      const reaching = part.filter((file) => this.reaches(file, id));
      if (reaching.length === 0) continue;
      asked += reaching.length;
      const failure = await this.watch.during(id, this.cpuMs(reaching), () =>
        this.runs.firstFailure(reaching, { id, hitsMax: this.hitsMax(reaching, id) }),
      );
      if (failure?.isEndless) return { status: 'timeout', reason: `${failure.file} comes by too often` };
      if (failure)
        return { status: 'killed', killedBy: [failure.file], failureMessage: failure.file, nrOfTests: asked };
    }
    return { status: 'survived', nrOfTests: asked };
  }

  private reaches(file: string, id: string): boolean {
    const { passes, startsOthers, hits } = this.observationOf(file);
    return passes && (startsOthers || (hits[id] ?? 0) > 0);
  }

  private hitsMax(files: readonly string[], id: string): ReadonlyMap<string, number> {
    return new Map(files.map((file) => [file, HITS_FACTOR * (this.observationOf(file).hits[id] ?? Infinity)]));
  }

  private cpuMs(files: readonly string[]): number {
    return files.reduce((sum, file) => sum + this.observationOf(file).cpuMs, 0);
  }

  private observationOf(file: string): Observation {
    return this.known.get(file) as Observation;
  }

  /** Observes those files that were not yet, here or by another process of this run. */
  private async observe(files: readonly string[]): Promise<void> {
    const unknown = files.filter((file) => !this.known.has(file) && !this.readObservation(file));
    if (unknown.length === 0) return;
    for (const [file, observation] of await this.runs.observe(unknown)) {
      this.known.set(file, observation);
      const kept = this.observationFile(file);
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(`${kept}.${process.pid}`, JSON.stringify(observation));
      renameSync(`${kept}.${process.pid}`, kept);
      if (!observation.passes) process.stderr.write(`${file} fails without a fault and is not asked\n`);
    }
  }

  private readObservation(file: string): boolean {
    const kept = this.observationFile(file);
    if (!existsSync(kept)) return false;
    this.known.set(file, JSON.parse(readFileSync(kept, 'utf8')) as Observation);
    return true;
  }

  private observationFile(file: string): string {
    return join(this.plan.folder, OBSERVED, `${file}.json`);
  }
}

interface MutantRunOptions {
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
}
