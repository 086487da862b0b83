import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinModules } from 'node:module';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packCommandLine, type PackedCommandLine } from './pack-command-line';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');

/** The rows of a table of the folder of this file. */
function rowsOf(name: string): readonly (readonly string[])[] {
  const lines = readFileSync(join(__dirname, name), 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));
}

const SIZES = rowsOf('command-line-sizes.cases.txt').map(([most = '', , what = '']) => ({ most: Number(most), what }));
const PARTS = new Map(rowsOf('command-line-parts.cases.txt').map(([most = '', part = '']) => [part, Number(most)]));
/** A part of less is not listed. */
const SMALL_KB = 4;
const CLIENT = { name: 'test', version: '1' };

/** What a file of code imports that is neither of Node nor a file next to it. */
function foreignImports(text: string): readonly string[] {
  const found = [...text.matchAll(/(?:require\(|\bfrom|\bimport\(?)"([\w@./:-]+)"/g)];
  return found
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:node:|\.\/)/.test(name) && !builtinModules.includes(name));
}

describe('the package stackcheck', () => {
  let scratch = '';
  let packed: PackedCommandLine;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'stackcheck-command-line-'));
    packed = await packCommandLine(ROOT, scratch);
  }, 240_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** The files of code: all, or what is loaded without mcp. */
  const code = (which: 'all' | 'program') =>
    readdirSync(packed.folder).filter((name) => name.endsWith('.js') && (which === 'all' || name !== 'mcp.js'));
  const textOf = (name: string): string => readFileSync(join(packed.folder, name), 'utf8');

  it('is a few files of code, without dependencies, scripts or native modules', () => {
    const manifest = JSON.parse(textOf('package.json')) as Record<string, unknown>;

    expect(
      readdirSync(packed.folder)
        .filter((name) => !name.startsWith('part-'))
        .sort(),
    ).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY.txt',
      'mcp.js',
      'outcome.schema.json',
      'package.json',
      'program.js',
      'stackcheck.js',
    ]);
    expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([]);
    expect(code('all').flatMap((name) => foreignImports(textOf(name)))).toEqual([]);
    expect(code('program').filter((name) => textOf(name).includes('io.modelcontextprotocol/'))).toEqual([]);
    expect(textOf('THIRD-PARTY.txt')).toMatch(/^js-yaml 5.*MIT/m);
    expect(textOf('THIRD-PARTY.txt')).toMatch(/^@modelcontextprotocol\/server 2.*Apache-2\.0/m);
  });

  it.each(SIZES)('$what takes at most $most KB', ({ most, what }) => {
    const [file = '', packing] = what.split(', ');
    const paths =
      file === 'tarball' ? [packed.tarball] : code(file as 'all' | 'program').map((name) => join(packed.folder, name));
    const sizes = paths.map((path) => {
      const bytes = readFileSync(path);
      return packing === 'gzipped' ? gzipSync(bytes).length : bytes.length;
    });

    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThanOrEqual(most);
  });

  it('has of each part no more than its budget', () => {
    const over = [...packed.parts]
      .map(([part, bytes]) => ({ part, kb: bytes / 1_000 }))
      .filter(({ part, kb }) => kb > (PARTS.get(part) ?? SMALL_KB));

    expect(over).toEqual([]);
    expect([...PARTS.keys()].filter((part) => !packed.parts.has(part))).toEqual([]);
  });

  it('runs from its tarball in an empty folder', async () => {
    const folder = mkdtempSync(join(scratch, 'empty-'));
    writeFileSync(join(folder, '.nvmrc'), '18\n');
    const npx = (...args: readonly string[]) =>
      run('npx', ['--yes', '--offline', `--package=${packed.tarball}`, 'stackcheck', ...args], { cwd: folder }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      );

    expect(await npx('--version')).toEqual({ code: 0, stdout: '0.5.0\n' });
    expect(await npx('--source', 'demo')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/FAIL +nodejs 18 +\.nvmrc:1/),
    });
  }, 240_000);

  it('serves its tools from the file for mcp', () => {
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT } },
      { id: 2, method: 'tools/call', params: { name: 'get_lifecycle', arguments: { product: 'nodejs', cycle: '18' } } },
    ];
    const child = spawn(process.execPath, [packed.program, 'mcp', '--source', 'demo'], { cwd: scratch });
    child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
    const answers: unknown[] = [];
    return new Promise<void>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        answers.push(JSON.parse(line));
        if (answers.length === messages.length) child.stdin.end();
      });
      child.once('error', reject).once('close', () => resolve());
    }).then(() => {
      expect(answers).toMatchObject([
        { id: 1, result: { serverInfo: { name: 'stackcheck' } } },
        { id: 2, result: { structuredContent: { data: { status: 'eol' }, from: { source: 'demo' } } } },
      ]);
    });
  });
});
