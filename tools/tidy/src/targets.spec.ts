import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, ROOT, repositoryFiles, textOf } from './workspace';

const load = createRequire(__filename);
const { inputsOf } = load(inRoot('tools', 'tools', 'inputs', 'is-input.js')) as {
  inputsOf(root: string, project: string): (file: string) => boolean;
};
const { TEST_RUNNER, TEST_VARIABLES } = load(inRoot('tools', 'tools', 'inputs', 'table.js')) as {
  readonly TEST_RUNNER: readonly string[];
  readonly TEST_VARIABLES: readonly string[];
};
const { PROGRAMS } = load(inRoot('tools', 'launch', 'bundle-programs.js')) as {
  readonly PROGRAMS: Readonly<Record<string, readonly string[]>>;
};
const { runManyArgs } = load(inRoot('tools', 'launch', 'run-many.js')) as {
  runManyArgs(targets: readonly string[], env?: object): readonly string[];
};

describe('what a test may read', () => {
  it.each([
    ['libs/kev-core', 'libs/kev-core/src/any.json', true],
    ['libs/kev-core', 'libs/contract/src/index.ts', true],
    ['libs/kev-core', 'package-lock.json', true],
    ['libs/kev-core', 'node_modules/ajv/package.json', true],
    ['libs/kev-core', 'libs/eol-core/src/index.ts', false],
    ['libs/kev-core', 'libs/kev-core-more/src/index.ts', false],
    ['libs/kev-core', 'libs/kev-core/dist/index.js', false],
    ['libs/kev-core', 'docs/architecture.md', false],
    ['apps/api', 'docs/configuration.md', true],
    ['apps/api', 'apps/ingest/src/main.ts', false],
    ['tools/e2e', 'apps/ingest/dist/main.js', true],
  ])('%s reads %s: %s', (project, file, allowed) => {
    expect(inputsOf(ROOT, project)(file)).toBe(allowed);
  });

  it('names the variables of the environment that decide what is tested', () => {
    const asked = repositoryFiles()
      .filter((file) => file.endsWith('.spec.ts') || (file.includes('/testing/') && file.endsWith('.ts')))
      .flatMap((file) => [...textOf(file).matchAll(/process\.env(?:\.|\[')([A-Z_]+)/g)].map(([, name]) => name!));

    const unknown = new Set(asked.filter((name) => !TEST_VARIABLES.includes(name) && !SET_OR_OF_THE_MACHINE.has(name)));
    expect([...unknown]).toEqual([]);
  });
});

/** Where programs and homes are; what tests give to the programs that they start, and a mutation run to the tests. */
const SET_OR_OF_THE_MACHINE = new Set(
  'PATH HOME ES EVENTS ANSWER DATA_DIR PAYMENTS_MODE PORT STARTER_CODE WORKER_CODE QUESTIONS_FILE USAGE_FILE __STRYKER_ACTIVE_MUTANT__'.split(
    ' ',
  ),
);

describe('a run of targets', () => {
  it.each([
    [{}, false],
    [{ CI: '' }, false],
    [{ CI: 'false' }, false],
    [{ CI: '1' }, true],
    [{ CI: 'true' }, true],
  ])('in the environment %j leaves the cache unread: %s', (env, fresh) => {
    expect(runManyArgs(['test'], env).includes('--skipNxCache')).toBe(fresh);
  });
});

const inFull = process.env['CAMPAIGN'] === 'full' ? it : it.skip;

describe('the test targets of a workspace', () => {
  let root = '';
  const write = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const json = (file: string, value: object): void => write(file, JSON.stringify(value));
  const library = (name: string, uses: readonly string[], test: string): void => {
    const dependencies = Object.fromEntries(uses.map((other) => [`@stackcheck/${other}`, '1.0.0']));
    json(`libs/${name}/package.json`, { name: `@stackcheck/${name}`, version: '1.0.0', dependencies });
    json(`libs/${name}/tsconfig.lib.json`, {
      references: uses.map((other) => ({ path: `../${other}/tsconfig.lib.json` })),
    });
    write(`libs/${name}/jest.config.js`, textOf('libs/kev-core/jest.config.js').replace('kev-core', name));
    write(`libs/${name}/src/index.spec.ts`, `it('${name} works', () => { ${test} });\n`);
  };
  /** How often each library's tests ran, from the passes and failures that jest printed, and the last line. */
  const run = (): readonly string[] => {
    const inner = /^(NX_|JEST_|NODE_ENV$|FORCE_COLOR$|STACKCHECK_|CI$)/;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inner.test(name)));
    const args = [join(root, 'tools/launch/test.js')];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      // Plugins of nx in its own process: no further ones are started for them.
      env: { ...env, CORPORA_DIR: join(root, '..', 'corpora'), NX_ISOLATE_PLUGINS: 'false' },
    });
    const ran = [...`${stdout}${stderr}`.matchAll(/^(?:PASS|FAIL) (\w+)/gm)].map(([line]) => line);
    return [...new Set(ran)].sort().concat(stdout.trimEnd().split('\n').at(-1)!);
  };
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-targets-'));
    root = join(folder, 'tree');
    for (const file of [...TEST_RUNNER, 'nx.json', 'tsconfig.base.json']) write(file, textOf(file));
    for (const name of ['launch', 'tools'])
      cpSync(inRoot('tools', name), join(root, 'tools', name), { recursive: true });
    json('package.json', {
      name: 'tree',
      version: '1.0.0',
      workspaces: ['libs/*', 'tools/tools'],
      nx: { includedScripts: [] },
    });
    json('package-lock.json', { lockfileVersion: 3, packages: {} });
    // A site without pages.
    mkdirSync(join(root, 'apps/site/src/pages'), { recursive: true });
    mkdirSync(join(root, 'node_modules', '@stackcheck'), { recursive: true });
    symlinkSync('../../tools/tools', join(root, 'node_modules', '@stackcheck', 'tools'));
    for (const name of NEEDED) {
      mkdirSync(join(root, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(inRoot('node_modules', name), join(root, 'node_modules', name));
    }
    json('node_modules/.package-lock.json', { packages: {} });
    // A compiler that has nothing to do, since what it would write is there.
    write('node_modules/@native/typescript/bin/tsc', '');
    for (const module of Object.values(PROGRAMS).flat()) write(`${module}.js`, '');
    library('base', [], 'expect(1).toBe(1);');
    library('upper', ['base'], 'expect(2).toBe(2);');
    library('other', [], 'expect(3).toBe(3);');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  inFull(
    'run once, and count when nothing has changed (CAMPAIGN=full)',
    () => {
      expect(run()).toEqual(['PASS base', 'PASS other', 'PASS upper', '3 passed, 0 failed']);
      expect(run()).toEqual(['3 passed, 0 failed']);
    },
    240_000,
  );

  inFull(
    'run when what others read has changed, and again after a failure (CAMPAIGN=full)',
    () => {
      write('libs/base/src/index.ts', 'export const base = 1;\n');
      library('other', [], `require('node:fs').readFileSync('${inTree('README.md')}');`);
      write('README.md', 'Not an input of anything.\n');
      expect(run()).toEqual(['FAIL other', 'PASS base', 'PASS upper', '2 passed, 1 failed']);
      expect(run()).toEqual(['FAIL other', '2 passed, 1 failed']);

      library('other', [], 'expect(3).toBe(3);');
      mkdirSync(join(folder, 'corpora'));
      writeFileSync(join(folder, 'corpora', 'cases.txt'), 'one');
      expect(run()).toEqual(['PASS base', 'PASS other', 'PASS upper', '3 passed, 0 failed']);
    },
    240_000,
  );

  const inTree = (file: string): string => join(root, file);
});

/** What nx, jest and the transformer are loaded from. */
const NEEDED = [
  'nx',
  '@nx/devkit',
  'esbuild',
  '@nx/js',
  'jest',
  'class-validator',
  'jest-circus',
  'jest-mock',
  'jest-runtime',
  '@jest/fake-timers',
  '@jest/test-sequencer',
  '@swc/jest',
  '@swc/core',
  '@swc/helpers',
  'fast-check',
  'typescript',
  'tslib',
];
