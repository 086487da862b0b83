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

/** Of the program, in KB: ceilings that only sink. What is aimed at is 320, and 110 gzipped. */
const KB_MAX = 720;
const KB_GZIPPED_MAX = 255;
/** Of what `stackcheck mcp` loads in addition. */
const MCP_KB_MAX = 760;
const CLIENT = { name: 'test', version: '1' };

/** What a file requires that is not of Node; of validators that are written at run time, which no tool needs, nothing is. */
function foreignRequires(file: string): readonly string[] {
  const all = readFileSync(file, 'utf8').match(
    /require\("(?!node:|ajv(?:-formats)?\/dist\/|[a-z_]+(?:\/promises)?")[^"]*/g,
  );
  return all ?? [];
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

  it('grows no more than it has to', () => {
    const program = readFileSync(packed.program);

    expect(program.length / 1_000).toBeLessThan(KB_MAX);
    expect(gzipSync(program).length / 1_000).toBeLessThan(KB_GZIPPED_MAX);
    expect(readFileSync(packed.mcp).length / 1_000).toBeLessThan(MCP_KB_MAX);
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
