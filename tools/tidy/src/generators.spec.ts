import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot, repositoryFiles } from './workspace';

const { linkWorkspaces } = createRequire(__filename)(inRoot('tools', 'launch', 'install-state.js')) as {
  linkWorkspaces(root: string): readonly string[];
};

const { spellings } = createRequire(__filename)(inRoot('tools', 'tools', 'generators', 'names.js')) as {
  spellings(name: string): object;
};

const LIBRARY = 'libs/sample-core';
const DATASET = 'libs/datasets/src/sample-feed';
const MADE = [LIBRARY, DATASET, 'tools/check/lint/projects.mjs', 'tsconfig.json', 'docs/architecture.md'];

it.each(['Sample', 'sample_core', '-sample', ''])('generators refuse the name %j', (name) => {
  expect(() => spellings(name)).toThrow('kebab-case');
});

/** They copy the tree; compiler, linter and tests look at what is made and at all that it stands on. */
const describeInFull = process.env['CAMPAIGN'] === 'full' ? describe : describe.skip;

describeInFull('a library and a dataset made by the generators, in a copy of the tree (needs CAMPAIGN=full)', () => {
  let root = '';
  beforeAll(() => {
    root = copyOfTheTree();
    passes('nx', ['g', '@stackcheck/tools:library', 'sample-core']);
    passes('nx', ['g', '@stackcheck/tools:dataset', 'sample-feed']);
    linkWorkspaces(root);
  }, 240_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const run = (tool: keyof typeof TOOLS, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, TOOLS[tool]), ...args], {
      cwd: root,
      encoding: 'utf8',
      // Plugins of nx in its own process: no further ones are started for them.
      env: { ...quiet(), NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false' },
    });
    return { code: status, said: `${stdout}${stderr}` };
  };
  const passes = (tool: keyof typeof TOOLS, args: readonly string[]): string => {
    const { code, said } = run(tool, args);
    expect(code === 0 ? '' : said).toBe('');
    return said;
  };

  it('are formatted', () => {
    passes('prettier', ['--check', ...MADE]);
  });

  it('are right by the compiler', () => {
    passes('tsc', ['-b', LIBRARY, 'libs/datasets']);
  }, 240_000);

  it('pass the linter, boundaries included', () => {
    passes('lint', [LIBRARY, DATASET]);
  }, 240_000);

  it('pass the tests that they come with, and the rules of the house', () => {
    const rules = ['packages', 'words'].map((name) => `tools/tidy/src/${name}.spec.ts`);

    const said = passes('jest', [LIBRARY, DATASET, ...rules]);

    expect(said).toContain('PASS sample-core');
    expect(said).toContain('PASS datasets');
  }, 240_000);

  it('are what npm would have locked', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, object>>;
    };

    expect(packages[LIBRARY]).toMatchObject({ name: '@stackcheck/sample-core', dependencies: { tslib: '2.9.1' } });
    expect(packages['node_modules/@stackcheck/sample-core']).toEqual({ resolved: LIBRARY, link: true });
  });

  it('are refused where one is already', () => {
    expect(run('nx', ['g', '@stackcheck/tools:library', 'sample-core']).said).toContain(`${LIBRARY} is there already`);
  });
});

const TOOLS = {
  nx: 'node_modules/nx/dist/bin/nx.js',
  tsc: 'node_modules/@native/typescript/bin/tsc',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  jest: 'node_modules/jest/bin/jest.js',
  lint: 'tools/check/lint.js',
} as const;

/** The sources, and the installed packages by links; those of this repository are the copy's own. */
function copyOfTheTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'stackcheck-generated-'));
  for (const file of repositoryFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(inRoot(file), join(root, file));
  }
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@stackcheck' && (name === '.bin' || !name.startsWith('.')))
      symlinkSync(inRoot('node_modules', name), join(root, 'node_modules', name));
  // Packages of which a project has another version than the rest.
  for (const folder of ['apps', 'libs', 'tools'])
    for (const project of readdirSync(join(root, folder)))
      if (existsSync(inRoot(folder, project, 'node_modules')))
        symlinkSync(inRoot(folder, project, 'node_modules'), join(root, folder, project, 'node_modules'));
  linkWorkspaces(root);
  return root;
}

/** Nothing of the test run that this one is part of. */
function quiet(): NodeJS.ProcessEnv {
  const inner = /^(NX_|JEST_|NODE_ENV$|FORCE_COLOR$|STACKCHECK_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inner.test(name)));
}
