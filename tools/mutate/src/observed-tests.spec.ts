import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(__filename);
const FOLDER = join(__dirname, '..');

interface Planted {
  readonly activeMutant: string | undefined;
  mutantCoverage?: { readonly static: Record<string, number> };
  hitCount: number;
}

type Run = (...args: unknown[]) => Promise<{ readonly testFilePath: string; readonly numFailingTests: number }>;

const { observed, observing } = load(join(FOLDER, 'observed-tests.js')) as {
  observing(run: (...args: unknown[]) => Promise<object>): Run;
  readonly observed: {
    mutant: string | undefined;
    hitsMax: Map<string, number>;
    isEnough: boolean;
    readonly seen: Map<string, object>;
  };
};

const context = (): Planted => (globalThis as unknown as { __stryker__: Planted }).__stryker__;

describe('the test files of a run', () => {
  const failures: Record<string, number> = {};
  let inside: (file: string) => unknown = () => undefined;
  const run = observing(async (...args) => {
    const file = String(args[4]);
    await inside(file);
    return { testFilePath: file, numFailingTests: failures[file] ?? 0 };
  });
  const runFiles = async (mutant: string | undefined, files: readonly string[]) => {
    Object.assign(observed, { mutant, isEnough: false, hitsMax: new Map([['loops', 3]]) });
    observed.seen.clear();
    const results = [];
    for (const file of files) results.push(await run({}, { globals: {} }, {}, {}, file));
    return results.map(({ numFailingTests }) => numFailingTests);
  };

  beforeEach(() => {
    inside = () => undefined;
    for (const file of Object.keys(failures)) delete failures[file];
  });
  afterAll(() => Object.assign(observed, { mutant: undefined, isEnough: false, hitsMax: new Map() }));

  it('run until one fails with a mutant, for each mutant again, and all of them without', async () => {
    failures['b'] = 2;
    const ran: string[] = [];
    inside = (file) => ran.push(file);

    expect(await runFiles('1', ['a', 'b', 'c'])).toEqual([0, 2, 0]);
    expect(await runFiles('2', ['c', 'b', 'a'])).toEqual([0, 2, 0]);
    expect(await runFiles(undefined, ['b', 'c', 'a'])).toEqual([2, 0, 0]);
    expect(ran.join('')).toBe('abcbbca');
  });

  it('tell the planted code which mutant is active, and what of it they reach', async () => {
    const active: unknown[] = [];
    inside = (file) => {
      active.push(context().activeMutant);
      context().mutantCoverage = { static: { [`mutant-of-${file}`]: 7 } };
    };

    await runFiles(undefined, ['a']);
    const without = observed.seen.get('a');
    await runFiles('4', ['b']);

    expect(active).toEqual([undefined, '4']);
    expect(without).toMatchObject({ hits: { 'mutant-of-a': 7 }, startsOthers: false, isEndless: false });
    expect(observed.seen.get('b')).toMatchObject({ hits: { 'mutant-of-b': 7 } });
  });

  it('start other processes or none', async () => {
    inside = async (file) => file === 'starts' && once(spawn(process.execPath, ['--version']), 'exit');

    await runFiles(undefined, ['starts', 'stays']);

    expect(observed.seen.get('starts')).toMatchObject({ startsOthers: true });
    expect(observed.seen.get('stays')).toMatchObject({ startsOthers: false });
  });

  it('come by the mutant far too often, or not', async () => {
    inside = () => (context().hitCount = 4);

    await runFiles('1', ['loops', 'ends']);

    expect(observed.seen.get('loops')).toMatchObject({ isEndless: true });
    expect(observed.seen.get('ends')).toMatchObject({ isEndless: false });
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
