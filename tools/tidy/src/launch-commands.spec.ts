import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, textOf } from './workspace';

const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
/** Prettier's own command, and one that passes all arguments on to a program with a test of its own. */
const NOT_OURS = ['format', 'stackcheck'];
/** They run what is installed and compiled, and change nothing. */
const OPERATORS = ['api', 'ingest', 'snapshots', 'payments', 'operator'];
/** Nor does this one install. */
const BUILD = 'build';
/** One more start of each. */
const FULL = process.env['CAMPAIGN'] === 'full';
const DEVELOPERS = Object.keys(scripts).filter((name) => ![...NOT_OURS, ...OPERATORS].includes(name));

describe('the commands of package.json in a checkout where nothing is installed', () => {
  let root = '';
  let before: readonly string[] = [];
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'stackcheck-commands-'));
    for (const file of ['package.json', 'package-lock.json', 'tools/launch', 'tools/check'])
      cpSync(inRoot(file), join(root, file), { recursive: true });
    for (const name of readdirSync(inRoot('tools'))) {
      const usage = join('tools', name, 'usage.txt');
      if (existsSync(inRoot(usage))) cpSync(inRoot(usage), join(root, usage));
    }
    before = filesOf(root);
  });
  afterEach(() => expect(filesOf(root)).toEqual(before));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const run = (name: string, ...args: readonly string[]) => {
    const [program = '', ...rest] = scripts[name]!.split(' ');
    expect(program).toBe('node');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...rest, ...args], { cwd: root, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  const helps = new Map<string, ReturnType<typeof run>>();
  const helpOf = (name: string) => {
    const help = helps.get(name) ?? run(name, '--help');
    helps.set(name, help);
    return help;
  };

  it.each(DEVELOPERS)('npm run %s --help says how it is used, and does nothing else', (name) => {
    const { status, stdout, stderr } = helpOf(name);

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`npm (run )?${name}\\b`));
    if (FULL) expect(run(name, '-h').stdout).toBe(stdout);
  });

  it.each(DEVELOPERS.filter((name) => name !== 'test'))('npm run %s refuses what it does not know', (name) => {
    const { status, stdout, stderr } = run(name, '--no-such-option');

    expect({ status, stdout: name === 'check' ? '' : stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr + stdout).toMatch(/^unknown (argument|step) --no-such-option\b/);
  });

  it.each([...OPERATORS, BUILD])('npm run %s installs nothing, and says what would do', (name) => {
    const { status, stdout, stderr } = run(name);

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^\[stackcheck\] nothing is installed yet\. .*npm ci( --omit=dev)?\n$/);
  });

  it('are in the README where they install something', () => {
    expect(textOf('README.md')).toMatch(/Only `npm start`, `npm test` and the commands of developers install anything/);
    for (const name of DEVELOPERS.filter((one) => !['start', 'test', BUILD].includes(one)))
      expect([name, helpOf(name).stdout]).toEqual([name, expect.stringMatching(/Installs .* when .* missing/s)]);
  });
});

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}
