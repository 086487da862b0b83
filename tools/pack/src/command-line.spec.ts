import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packCommandLine, type PackedCommandLine } from './pack-command-line';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');

const SIZES = readFileSync(join(__dirname, 'command-line-sizes.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [most = '', , what = ''] = line.split('|').map((part) => part.trim());
    const [file = '', packing] = what.split(', ');
    return { most: Number(most), what, file, isGzipped: packing === 'gzipped' };
  });
const CLIENT = { name: 'test', version: '1' };

/** What a file requires that is not of Node. */
function foreignRequires(file: string): readonly string[] {
  return readFileSync(file, 'utf8').match(/require\("(?!node:|[a-z_]+(?:\/promises)?")[^"]*/g) ?? [];
}

describe('the package stackcheck', () => {
  let scratch = '';
  let packed: PackedCommandLine;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'stackcheck-command-line-'));
    packed = await packCommandLine(ROOT, scratch);
  }, 240_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('is a file of code, and one for mcp, without dependencies, scripts or native modules', () => {
    const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>;

    expect(readdirSync(packed.folder).sort()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY.txt',
      'mcp.js',
      'outcome.schema.json',
      'package.json',
      'stackcheck.js',
    ]);
    expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([]);
    expect([packed.program, packed.mcp].map(foreignRequires)).toEqual([[], []]);
    expect(readFileSync(packed.program, 'utf8')).not.toContain('io.modelcontextprotocol/');
    const licences = readFileSync(join(packed.folder, 'THIRD-PARTY.txt'), 'utf8');
    expect(licences).toMatch(/^js-yaml 5.*MIT/m);
    expect(licences).toMatch(/^@modelcontextprotocol\/server 2.*Apache-2\.0/m);
  });

  it.each(SIZES)('$what takes at most $most KB', ({ most, file, isGzipped }) => {
    const bytes = readFileSync(join(packed.folder, file));

    expect((isGzipped ? gzipSync(bytes) : bytes).length / 1_000).toBeLessThanOrEqual(most);
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

  it('serves its tools from its second file', () => {
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
