import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, textOf } from './workspace';

type Level = 'run' | 'build' | 'demo' | 'development';
interface Need {
  readonly action: 'install' | 'add' | 'rebuild';
  readonly level: Level;
  readonly reason: string;
}
const launcher = <T>(file: string) => createRequire(__filename)(inRoot('tools', 'launch', file)) as T;
const { installNeed, stampInstall, linkWorkspaces } = launcher<{
  installNeed(root: string, level?: Level, abi?: string): Need | undefined;
  stampInstall(root: string, abi?: string): void;
  linkWorkspaces(root: string): readonly string[];
}>('install-state.js');
const { packagesOf } = launcher<{
  packagesOf(locked: object, level: Level): ReadonlySet<string>;
}>('levels.js');

const ONE = { 'node_modules/one': { version: '1.0.0' } };
const TWO = { ...ONE, 'node_modules/two': { version: '2.0.0' } };

describe('what has to be installed before a launch', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stackcheck-install-'));
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (file: string, packages: object) => writeFileSync(join(root, file), JSON.stringify({ packages }));
  const locked = (packages: object) => write('package-lock.json', packages);
  const installed = (packages: object) => write(join('node_modules', '.package-lock.json'), packages);

  it.each<[string, object, object | undefined, Need | undefined]>([
    ['nothing when the tree is what the lockfile says', TWO, TWO, undefined],
    [
      'everything when the tree is missing or was left half installed',
      ONE,
      undefined,
      need('install', 'nothing is installed yet'),
    ],
    [
      'what is missing, keeping what is there',
      TWO,
      ONE,
      need('add', 'node_modules/two is not what package-lock.json says'),
    ],
    [
      'what has another version',
      ONE,
      { 'node_modules/one': { version: '1.0.1' } },
      need('add', 'node_modules/one is not what package-lock.json says'),
    ],
    [
      'nothing for an optional package of another platform',
      { ...ONE, 'node_modules/else': { version: '1.0.0', optional: true } },
      ONE,
      undefined,
    ],
    [
      'nothing for the workspace projects themselves',
      { '': {}, 'libs/x': { version: '0.5.0' }, ...ONE },
      ONE,
      undefined,
    ],
  ])('%s', (_name, lock, tree, expected) => {
    locked(lock);
    if (tree) installed(tree);

    expect(installNeed(root)).toEqual(expected);
  });

  it('native modules when they were compiled for another Node', () => {
    locked(ONE);
    installed(ONE);
    stampInstall(root, '115');
    expect(installNeed(root, 'development', '137')).toBeUndefined();
    const native = { ...ONE, 'node_modules/better-sqlite3': { version: '12.11.1' } };
    locked(native);
    installed(native);

    expect(installNeed(root, 'development', '115')).toMatchObject({
      action: 'rebuild',
      reason: expect.stringMatching(/not compiled/),
    });
    mkdirSync(join(root, 'node_modules/better-sqlite3/build/Release'), { recursive: true });
    writeFileSync(join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'), '');
    expect(installNeed(root, 'development', '115')).toBeUndefined();
    expect(installNeed(root, 'development', '137')).toMatchObject({
      action: 'rebuild',
      reason: expect.stringMatching(/another Node/),
    });
  });

  describe('of a lockfile with apps, a compiler, a demo and tools', () => {
    beforeEach(() => locked(LOCKED));
    const only = (...names: readonly string[]) =>
      installed(Object.fromEntries(names.map((name) => [name, LOCKED[name]])));
    const express = 'node_modules/express';
    const accepts = 'node_modules/express/node_modules/accepts';
    const compiler = 'node_modules/@native/typescript';

    it('takes for running what the apps depend on, nested and linked, and nothing else', () => {
      only(express, accepts, 'node_modules/sqlite');

      expect(installNeed(root, 'run')).toBeUndefined();
      expect(installNeed(root, 'build')).toEqual({
        action: 'add',
        level: 'build',
        reason: `${compiler} is not what package-lock.json says`,
      });
    });

    it('names a package that running needs of a library', () => {
      only(express, accepts);

      expect(installNeed(root, 'run')?.reason).toBe('node_modules/sqlite is not what package-lock.json says');
    });

    it('needs no more for building where the demo or everything is installed', () => {
      only(express, accepts, 'node_modules/sqlite', compiler, 'node_modules/viem', 'node_modules/jest');

      expect(installNeed(root, 'build')).toBeUndefined();
      expect(installNeed(root, 'demo')).toBeUndefined();
    });

    it('adds to what is there on the level of what is there, so that nothing is removed', () => {
      only(express, accepts, compiler, 'node_modules/jest');

      expect(installNeed(root, 'build')).toMatchObject({ action: 'add', level: 'development' });
    });

    it('adds what is missing for development to what npm start left', () => {
      only(express, accepts, 'node_modules/sqlite', compiler);

      expect(installNeed(root, 'development')).toMatchObject({ action: 'add', level: 'development' });
    });
  });

  it('links projects of the repository that have no link yet', () => {
    locked({ 'libs/x': {}, 'node_modules/@stackcheck/x': { resolved: 'libs/x', link: true } });
    mkdirSync(join(root, 'libs', 'x'), { recursive: true });

    expect(linkWorkspaces(root)).toEqual(['node_modules/@stackcheck/x']);
    expect(realpathSync(join(root, 'node_modules/@stackcheck/x'))).toBe(realpathSync(join(root, 'libs', 'x')));
    expect(linkWorkspaces(root)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const names = (level: Level) => [...packagesOf(packages, level)].filter((where) => where.includes('node_modules/'));

  it('needs nothing for running that npm ci --omit=dev leaves out', () => {
    expect(names('run').filter((where) => packages[where]?.dev)).toEqual([]);
    expect(names('run')).toEqual(expect.arrayContaining(['node_modules/express', 'node_modules/better-sqlite3']));
  });

  it('needs compiler and bundler for building, and none of the heavy packages of development', () => {
    const build = names('build');

    expect(build).toEqual(expect.arrayContaining(['node_modules/@native/typescript', 'node_modules/esbuild']));
    for (const heavy of [
      'nx',
      'solc',
      'viem',
      'jest',
      'typescript',
      '@redocly/cli',
      '@foundry-rs/anvil-linux-amd64',
      '@x402/evm',
      'fast-check',
      '@types/jest',
    ])
      expect(build).not.toContain(`node_modules/${heavy}`);
    // Of what is made for each platform on its own, one is installed.
    expect(build.filter((where) => !packages[where]?.optional).length).toBeLessThan(300);
  });

  it('omits the chain, the benchmarks and their rivals from production', () => {
    for (const name of ['@foundry-rs/anvil-linux-amd64', '@renovatebot/osv-offline-db', '@native/typescript', 'viem'])
      expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, true]);
  });
});

describe('the Node that runs it', () => {
  const { isSupported } = createRequire(__filename)(inRoot('tools', 'launch', 'node-version.js')) as {
    isSupported(version: string): boolean;
  };

  it.each([
    ['18.20.4', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['22.13.0', true],
    ['24.0.0', true],
    ['8.0.0', false],
    ['100.0.0', true],
  ])('%s is supported: %s', (version, supported) => {
    expect(isSupported(version)).toBe(supported);
  });
});

/** As npm writes it: links to projects, the projects, and packages in `node_modules`, some of them nested. */
const LOCKED: Record<string, object> = {
  '': {},
  'apps/api': { dependencies: { express: '5.0.0', '@stackcheck/store': '1.0.0' } },
  'apps/ingest': {},
  'apps/operator': {},
  'libs/store': { dependencies: { sqlite: '1.0.0' }, devDependencies: { jest: '30.0.0' } },
  'tools/launch': { devDependencies: { '@native/typescript': '7.0.0' } },
  'tools/demo': { devDependencies: { viem: '2.0.0' } },
  'node_modules/@stackcheck/store': { resolved: 'libs/store', link: true },
  'node_modules/express': { version: '5.0.0', dependencies: { accepts: '2.0.0' } },
  'node_modules/express/node_modules/accepts': { version: '2.0.0' },
  'node_modules/accepts': { version: '1.0.0' },
  'node_modules/sqlite': { version: '1.0.0', optionalDependencies: { other: '1.0.0' } },
  'node_modules/other': { version: '1.0.0', optional: true },
  'node_modules/@native/typescript': { version: '7.0.0' },
  'node_modules/viem': { version: '2.0.0' },
  'node_modules/jest': { version: '30.0.0' },
};

function need(action: Need['action'], reason: string): Need {
  return { action, level: 'development', reason };
}
