import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

type Entry = Readonly<Record<string, unknown>>;
type Locked = Readonly<Record<string, Entry>>;

const { beginNativeModule, nativeProject } = createRequire(__filename)(inRoot('tools/launch/native-module.js')) as {
  beginNativeModule(root: string, locked: Locked): { adopt(): Promise<void> } | undefined;
  nativeProject(locked: Locked): {
    readonly 'package.json': { readonly dependencies: object };
    readonly 'package-lock.json': { readonly packages: Locked };
  };
};

const NATIVE = 'node_modules/better-sqlite3';
const MODULE = `${NATIVE}/build/Release/better_sqlite3.node`;

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as { readonly packages: Locked };

describe('the project that is installed for the native module alone', () => {
  const { 'package.json': project, 'package-lock.json': lock } = nativeProject(packages);
  const { '': top, ...locked } = lock.packages;

  it('asks for the locked version of it, and for nothing else', () => {
    expect(project.dependencies).toEqual({ 'better-sqlite3': packages[NATIVE]!['version'] });
    expect(top).toEqual(project);
  });

  it('has the same versions, by the same digests, and all that they need', () => {
    expect(Object.keys(locked)).toEqual(expect.arrayContaining([NATIVE, 'node_modules/prebuild-install']));
    for (const [where, { version, integrity, dependencies = {} }] of Object.entries(locked)) {
      expect({ where, version, integrity }).toEqual({
        where,
        version: packages[where]!['version'],
        integrity: packages[where]!['integrity'],
      });
      const found = Object.keys(dependencies as object).filter((name) =>
        [`${where}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in locked),
      );
      expect(found).toEqual(Object.keys(dependencies as object));
    }
  });

  it('wants each for itself, also what is locked for development or for a peer', () => {
    const marked = Object.entries(packages).map(([where, entry]) => [where, { ...entry, dev: true, peer: true }]);

    expect(nativeProject(Object.fromEntries(marked) as Locked)).toEqual(nativeProject(packages));
  });
});

describe('the native module that is built while other packages are installed', () => {
  let folder: string;
  let root: string;
  const variables = { ...process.env };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-begun-'));
    root = join(folder, 'checkout');
    mkdirSync(join(root, NATIVE), { recursive: true });
    mkdirSync(join(folder, 'tmp'));
    Object.assign(process.env, { TMPDIR: join(folder, 'tmp') });
  });
  afterEach(() => {
    for (const name of ['npm_execpath', 'TMPDIR']) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, variables);
    rmSync(folder, { recursive: true, force: true });
  });

  /** An npm that runs a program in the folder where it installs. */
  function npmThat(program: string): void {
    const file = join(folder, 'npm-cli.js');
    writeFileSync(file, `const fs = require('node:fs');\n${program}`);
    Object.assign(process.env, { npm_execpath: file });
  }

  const BUILDS = `fs.mkdirSync('${NATIVE}/build/Release', { recursive: true });
    fs.writeFileSync('${MODULE}', fs.readFileSync('package-lock.json', 'utf8').length > 0 ? process.argv[2] : '');`;

  it('is put into the checkout, and nothing is left elsewhere', async () => {
    npmThat(BUILDS);
    await beginNativeModule(root, packages)!.adopt();

    expect(readFileSync(join(root, MODULE), 'utf8')).toBe('ci');
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it.each([
    ['npm fails after it', `${BUILDS} process.exit(1);`],
    ['npm fails before it', 'process.exit(1);'],
  ])('is not taken where %s: the installation makes it itself', async (_when, program) => {
    npmThat(program);
    await beginNativeModule(root, packages)!.adopt();

    expect(existsSync(join(root, MODULE))).toBe(false);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it('goes with its folder and its compiler when what began it is ended', async () => {
    npmThat(`require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      .once('spawn', function () { fs.writeFileSync('${join(folder, 'compiler')}', String(this.pid)); });`);
    const begin = `require('${inRoot('tools/launch/native-module.js')}')
      .beginNativeModule('${root}', require('${inRoot('package-lock.json')}').packages).adopt()`;
    const program = spawn(process.execPath, ['-e', begin], { stdio: 'ignore' });
    const ended = once(program, 'exit');
    await until(() => existsSync(join(folder, 'compiler')) && readFileSync(join(folder, 'compiler'), 'utf8') !== '');
    const compiler = Number(readFileSync(join(folder, 'compiler'), 'utf8'));
    program.kill('SIGTERM');

    expect(await ended).toEqual([null, 'SIGTERM']);
    await until(() => !isThere(compiler));
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it('is not begun where no folder can be made', () => {
    Object.assign(process.env, { TMPDIR: join(folder, 'none-such') });

    expect(beginNativeModule(root, packages)).toBeUndefined();
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A process that ended is there until somebody asks how; its state is Z then. */
function isThere(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
