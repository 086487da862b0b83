import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NearestRunner } from './nearest-runner';
import type { ActiveMutant, Observation } from './test-runs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-nearest-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NEAR = 'libs/a/src/one/b.spec.ts';
const NEXT_TO_IT = 'libs/a/src/one/c.spec.ts';
const FAR = 'libs/a/src/two/d.spec.ts';
const TESTS = [FAR, NEXT_TO_IT, NEAR];

const seen = (change: Partial<Observation> = {}): Observation => ({
  passes: true,
  hits: {},
  startsOthers: false,
  cpuMs: 5,
  ...change,
});

/** Test files that reach what they are said to, and fail for the mutants that they are said to notice. */
function runnerOf(observations: Record<string, Observation>, notices: Record<string, string> = {}, isEndless = false) {
  const observed: string[] = [];
  const asked: [string, readonly string[]][] = [];
  const limits: ActiveMutant['hitsMax'][] = [];
  const runs = {
    observe: async (files: readonly string[]) => {
      observed.push(...files);
      return new Map(files.map((file) => [file, observations[file] ?? seen()] as const));
    },
    firstFailure: async (files: readonly string[], { id, hitsMax }: ActiveMutant) => {
      asked.push([id, files]);
      limits.push(hitsMax);
      const file = files.find((one) => notices[one] === id);
      return file === undefined ? undefined : { file, isEndless };
    },
  };
  const watch = {
    hasEnded: (id: string) => id === 'hangs',
    during: async <Result>(_id: string, _cpuMs: number, run: () => Promise<Result>) => run(),
  };
  const runner = new NearestRunner({ folder, tests: TESTS }, runs, watch);
  const tried = (id: string) =>
    runner.mutantRun({ activeMutant: { id }, sandboxFileName: join(folder, 'libs/a/src/one/b.ts') });
  return { runner, tried, observed, asked, limits };
}

it('asks the test files that reach a mutant, nearest first, until one fails', async () => {
  const reaches = seen({ hits: { 1: 3, 2: 1 } });
  const { tried, asked, limits } = runnerOf({ [NEAR]: reaches, [FAR]: reaches }, { [FAR]: '1', [NEAR]: '2' });

  expect(await tried('1')).toMatchObject({ status: 'killed', killedBy: [FAR], nrOfTests: 2 });
  expect(await tried('2')).toMatchObject({ status: 'killed', killedBy: [NEAR], nrOfTests: 1 });
  expect(asked).toEqual([
    ['1', [NEAR]],
    ['1', [FAR]],
    ['2', [NEAR]],
  ]);
  expect(limits[0]).toEqual(new Map([[NEAR, 300]]));
});

it('runs each test file once without a mutant, and another process of the same run does not', async () => {
  const first = runnerOf({});
  expect(await first.tried('1')).toEqual({ status: 'survived', nrOfTests: 0 });
  await first.tried('2');
  expect(first.observed).toEqual([NEAR, NEXT_TO_IT, FAR]);

  const second = runnerOf({});
  await second.tried('3');
  expect([second.observed, second.asked]).toEqual([[], []]);
});

it('asks one that starts processes about everything, and one that fails by itself about nothing', async () => {
  const { tried, asked } = runnerOf({
    [NEAR]: seen({ passes: false, hits: { 1: 1 } }),
    [NEXT_TO_IT]: seen({ startsOthers: true }),
  });

  expect(await tried('1')).toEqual({ status: 'survived', nrOfTests: 1 });
  expect(asked).toEqual([['1', [NEXT_TO_IT]]]);
});

it('takes tests that do not end for tests that notice', async () => {
  const { tried } = runnerOf({ [NEAR]: seen({ hits: { 1: 1 } }) }, { [NEAR]: '1' }, true);

  expect(await tried('1')).toMatchObject({ status: 'timeout' });
  expect(await tried('hangs')).toMatchObject({ status: 'timeout' });
});

it('says that tests run here at all, or that none does', async () => {
  const failing = seen({ passes: false });
  const files = { files: [join(folder, 'libs/a/src/one/b.ts')] };

  expect(await runnerOf({ [NEAR]: failing }).runner.dryRun(files)).toMatchObject({
    status: 'complete',
    tests: [{ id: NEXT_TO_IT }],
  });
  rmSync(join(folder, '.observed'), { recursive: true });
  const none = runnerOf(Object.fromEntries(TESTS.map((file) => [file, failing])));
  expect(await none.runner.dryRun(files)).toMatchObject({ status: 'error' });
});
