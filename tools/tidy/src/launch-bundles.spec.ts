import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inRoot, textOf } from './workspace';

const { PROGRAMS } = createRequire(__filename)(inRoot('tools', 'launch', 'bundle-programs.js')) as {
  readonly PROGRAMS: Readonly<Record<string, readonly string[]>>;
};

/** A file next to the module that starts it, as the compiler writes it. */
const STARTS_THREAD = /join\)\(__dirname, `([\w-]+)\$\{/;

describe('programs of apps in one file', () => {
  let root = '';

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stackcheck-bundles-'));
    cpSync(inRoot('tools', 'launch'), join(root, 'tools', 'launch'), { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    for (const name of ['esbuild', '@esbuild'])
      symlinkSync(inRoot('node_modules', name), join(root, 'node_modules', name));
    write('node_modules/.package-lock.json', '{}');
    write('libs/other/index.js', 'exports.word = "first";');
    write('apps/ingest/dist/main.js', 'console.log(require("../../../libs/other").word);');
    write('apps/ingest/dist/osv/archive-thread.js', '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('hold all that they load, and are left alone until some of that changes', () => {
    bundle();
    const first = statSync(record()).mtimeMs;
    bundle();
    expect(statSync(record()).mtimeMs).toBe(first);
    expect(said()).toBe('first');

    write('libs/other/index.js', 'exports.word = "changed";');
    expect(said()).toBe('first');
    bundle();
    expect(said()).toBe('changed');
  });

  it.each([
    ['packages are installed', () => write('node_modules/.package-lock.json', '{"packages":{}}')],
    ['a program is not there', () => rmSync(program())],
  ])('are made again when %s', (_, change) => {
    bundle();
    const first = statSync(record()).mtimeMs;
    change();
    bundle();
    expect(statSync(record()).mtimeMs).toBeGreaterThan(first);
    expect(said()).toBe('first');
  });

  it('are not half there: one that cannot be made leaves all to be made again', () => {
    bundle();
    const thread = join(root, 'apps/ingest/dist/osv/archive-thread.js');
    rmSync(thread);
    expect(bundle).toThrow('archive-thread');
    expect(bundle).toThrow('archive-thread');

    write('apps/ingest/dist/osv/archive-thread.js', '');
    bundle();
    expect(said()).toBe('first');
  });

  it.each(Object.entries(PROGRAMS))(
    'of %s have a file for each thread that a module of theirs starts',
    (app, modules) => {
      const inputs = Object.keys(JSON.parse(textOf(`${app}/dist/bundle/inputs.json`)) as object);
      const threads = inputs.flatMap((file) => {
        const [, thread] = STARTS_THREAD.exec(textOf(file)) ?? [];
        return thread === undefined ? [] : [`${dirname(file)}/${thread}`];
      });

      expect(modules.slice(1).toSorted()).toEqual(threads.toSorted());
      expect(new Set(modules.map((module) => basename(module))).size).toBe(modules.length);
    },
  );

  const program = (): string => join(root, 'apps', 'ingest', 'dist', 'bundle', 'main.js');
  const record = (): string => join(dirname(program()), 'inputs.json');
  const said = (): string => execFileSync(process.execPath, [program()], { encoding: 'utf8' }).trim();

  function bundle(): void {
    const call = `require('./tools/launch/bundle-programs').bundlePrograms(['apps/ingest', 'apps/operator']).catch(() => (process.exitCode = 1))`;
    execFileSync(process.execPath, ['-e', call], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
