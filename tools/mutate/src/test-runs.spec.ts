import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(__filename);
const FOLDER = join(__dirname, '..');

interface Test {
  readonly path: string;
}

type Sequencer = new (options: { readonly globalConfig: { readonly nonFlagArgs: readonly string[] } }) => {
  sort(tests: readonly Test[]): readonly Test[];
};

it('the tests of a changed file itself run first, then those near it', () => {
  const NearestFirst = load(join(FOLDER, 'nearest-first.js')) as Sequencer;
  const sequencer = new NearestFirst({ globalConfig: { nonFlagArgs: ['/r/libs/a/src/one/b.ts'] } });
  const paths = [
    '/r/apps/c/src/far.spec.ts',
    '/r/libs/a/src/two/b.spec.ts',
    '/r/libs/a/src/a.spec.ts',
    '/r/libs/a/src/one/c.spec.ts',
    '/r/libs/a/src/one/b.spec.ts',
  ];
  const context = { config: { rootDir: '/r', cache: false }, hasteFS: { getSize: () => 1 } };
  const near = sequencer.sort(paths.map((path) => ({ path, context })));

  expect(near.map(({ path }) => path)).toEqual([4, 1, 3, 2, 0].map((at) => paths[at]));
});

describe('the test files of a mutant', () => {
  const failures: Record<string, number> = {};
  const passing: Record<string, number> = {};
  const ran: string[] = [];
  const runner = load(join(FOLDER, 'jest-circus-until-noticed.js')) as {
    untilNoticed(run: unknown): (...args: unknown[]) => Promise<{ testFilePath: string; numFailingTests: number }>;
  };
  const run = runner.untilNoticed(async (...args: readonly unknown[]) => {
    const file = String(args[4]);
    ran.push(file);
    return {
      testFilePath: file,
      numPassingTests: passing[file] ?? 1,
      numFailingTests: failures[file] ?? 0,
      testResults: [{}],
    };
  });
  const tryFiles = async (mutant: string | undefined, files: readonly string[]) => {
    if (mutant === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__'];
    else process.env['__STRYKER_ACTIVE_MUTANT__'] = mutant;
    const results = [];
    for (const file of files) results.push(await run({}, { globals: {} }, {}, {}, file));
    return results.map(({ numFailingTests }) => numFailingTests);
  };

  afterEach(() => delete process.env['__STRYKER_ACTIVE_MUTANT__']);

  it('run until one fails, for each mutant again; where none is planted, until one has tests that pass', async () => {
    failures['b'] = 2;
    passing['b'] = 0;

    expect(await tryFiles('1', ['a', 'b', 'c'])).toEqual([0, 2, 0]);
    expect(await tryFiles('2', ['c', 'b', 'a'])).toEqual([0, 2, 0]);
    expect(await tryFiles(undefined, ['b', 'c', 'a'])).toEqual([2, 0, 0]);
    expect(ran.join('')).toBe('abcbbc');
  });
});

it('what is left of a test file after its first test that fails is left out', () => {
  const { prototype } = load(join(FOLDER, 'until-noticed-environment.js')) as {
    prototype: { handleTestEvent(event: object, state: object): void };
  };
  const [first, second, third] = [1, 2, 3].map(() => ({ type: 'test', mode: undefined }));
  const state = {
    rootDescribeBlock: { children: [first, { type: 'describeBlock', children: [second, third] }] },
  };
  const modes = () => [first, second, third].map((test) => test?.mode);

  prototype.handleTestEvent({ name: 'test_start', test: { errors: ['of another kind'] } }, state);
  prototype.handleTestEvent({ name: 'test_done', test: { errors: [] } }, state);
  expect(modes()).toEqual([undefined, undefined, undefined]);

  prototype.handleTestEvent({ name: 'test_done', test: { errors: ['a fault'] } }, state);
  expect(modes()).toEqual(['skip', 'skip', 'skip']);
});
