import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

/** What a test file does without any fault planted. */
export interface Observation {
  readonly passes: boolean;
  /** How often it reaches each mutant, by Stryker's id. */
  readonly hits: Readonly<Record<string, number>>;
  /** It starts processes or threads, and what those reach is not seen. */
  readonly startsOthers: boolean;
  readonly cpuMs: number;
}

/** A mutant that is active while test files run. */
export interface ActiveMutant {
  readonly id: string;
  /** After reaching the mutant more often than this a test file is taken for one that never ends. */
  readonly hitsMax: ReadonlyMap<string, number>;
}

/** The test file that failed first, as a path from the folder, and whether by never coming to an end. */
export interface Failure {
  readonly file: string;
  readonly isEndless: boolean;
}

const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/** Runs test files of the copy with jest in this process, each as `npm test` runs it. @see observed-tests.js */
export class TestRuns {
  private readonly load: NodeJS.Require;
  private readonly runner: string;

  /** @param folder the copy of the repository */
  constructor(private readonly folder: string) {
    this.load = createRequire(join(folder, 'package.json'));
    this.runner = this.own('observed-tests.js');
  }

  /** Runs test files without a fault. @param files paths from the folder */
  async observe(files: readonly string[]): Promise<ReadonlyMap<string, Observation>> {
    const { observed } = this.load(this.runner) as Runner;
    const found = new Map<string, Observation>();
    for (const { testFilePath, numFailingTests, testExecError } of await this.run(files)) {
      const seen = observed.seen.get(testFilePath) ?? NOTHING_SEEN;
      const passes = numFailingTests === 0 && !testExecError;
      found.set(this.inside(testFilePath), { ...seen, passes });
    }
    return found;
  }

  /** Runs test files until one fails, with a mutant active. */
  async firstFailure(files: readonly string[], mutant: ActiveMutant): Promise<Failure | undefined> {
    const { observed } = this.load(this.runner) as Runner;
    process.env[ACTIVE_MUTANT] = mutant.id;
    try {
      const failed = (await this.run(files, mutant)).find(
        ({ testFilePath, numFailingTests, testExecError }) =>
          numFailingTests > 0 || testExecError || observed.seen.get(testFilePath)?.isEndless,
      );
      if (failed === undefined) return undefined;
      const { testFilePath } = failed;
      return { file: this.inside(testFilePath), isEndless: observed.seen.get(testFilePath)?.isEndless ?? false };
    } finally {
      delete process.env[ACTIVE_MUTANT];
    }
  }

  private async run(files: readonly string[], mutant?: ActiveMutant): Promise<readonly FileResult[]> {
    const { observed } = this.load(this.runner) as Runner;
    observed.mutant = mutant?.id;
    observed.hitsMax = new Map([...(mutant?.hitsMax ?? [])].map(([file, hits]) => [join(this.folder, file), hits]));
    observed.isEnough = false;
    observed.seen.clear();
    const all: FileResult[] = [];
    for (const [project, ofProject] of byProject(files)) {
      if (observed.isEnough) break;
      all.push(...(await this.runProject(project, ofProject)));
    }
    return all;
  }

  private async runProject(project: string, files: readonly string[]): Promise<readonly FileResult[]> {
    const { runCLI } = this.load('jest') as Jest;
    const config = this.configOf(project);
    const options = {
      $0: 'mutate',
      _: files.map((file) => join(this.folder, file)),
      config: JSON.stringify(config),
      testSequencer: this.own('in-given-order.js'),
      runTestsByPath: true,
      runInBand: true,
      silent: true,
      reporters: [],
    };
    return (await runCLI(options, [join(this.folder, project)])).results.testResults;
  }

  /** That of the project, with what watches over its tests. */
  private configOf(project: string): object {
    const config = this.load(join(this.folder, project, 'jest.config.js')) as {
      readonly setupFiles: readonly string[];
      readonly testEnvironmentOptions: object;
    };
    return {
      ...config,
      // Where tests may read everything.
      cacheDirectory: join(this.folder, 'node_modules', '.cache', 'jest'),
      setupFiles: [],
      globals: { setupOfTests: config.setupFiles },
      testEnvironment: this.own('until-noticed-environment.js'),
      // Each test file's hits are counted by modules of its own.
      testEnvironmentOptions: { ...config.testEnvironmentOptions, sharesSources: false },
      testRunner: this.runner,
    };
  }

  private inside(path: string): string {
    return relative(this.folder, path);
  }

  private own(file: string): string {
    return join(this.folder, 'tools', 'mutate', file);
  }
}

const NOTHING_SEEN = { hits: {}, startsOthers: false, cpuMs: 0 };

/** Files by project (`libs/eol-core`), in the order in which they stand. */
function byProject(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const projects = new Map<string, string[]>();
  for (const file of files) {
    const project = file.split('/').slice(0, 2).join('/');
    projects.set(project, [...(projects.get(project) ?? []), file]);
  }
  return projects;
}

interface FileResult {
  readonly testFilePath: string;
  readonly numFailingTests: number;
  readonly testExecError?: unknown;
}

interface Jest {
  runCLI(
    options: object,
    projects: readonly string[],
  ): Promise<{ readonly results: { readonly testResults: FileResult[] } }>;
}

interface Runner {
  readonly observed: {
    mutant: string | undefined;
    hitsMax: ReadonlyMap<string, number>;
    isEnough: boolean;
    readonly seen: Map<string, Omit<Observation, 'passes'> & { readonly isEndless: boolean }>;
  };
}
