import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from '../discovery/run-program';
import { ROOT } from '../service/repository';
import { Scratch } from '../service/scratch';
import { PROGRAM } from './service-and-folder';

const INTEGRATIONS = join(ROOT, 'integrations');

/** The lines of a block of YAML, without its indent. */
function blockOf(text: string, key: string): readonly string[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trim() === `${key}:`);
  const indent = /^ */.exec(lines[at] ?? '')![0].length;
  const end = lines.findIndex(
    (line, index) => index > at && line.trim() !== '' && /^ */.exec(line)![0].length <= indent,
  );
  return lines.slice(at + 1, end < 0 ? undefined : end);
}

(existsSync(PROGRAM) ? describe : describe.skip)('the integrations (need `npm run build`)', () => {
  const scratch = new Scratch();
  let folder = '';
  let env: Record<string, string> = {};
  beforeAll(() => {
    folder = scratch.folder();
    const bin = scratch.folder();
    // In place of npx, which would fetch the package: whatever version is asked for is this one.
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
      mode: 0o755,
    });
    env = { PATH: `${bin}:${process.env['PATH']}`, HOME: folder, STACKCHECK_DATA: join(folder, 'data') };
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'Dockerfile'), 'FROM node:18-alpine\n');
  });
  afterAll(() => scratch.clear());

  it('GitHub: annotates, summarises, writes SARIF, and ends as the check does', async () => {
    const [summary, output] = [join(folder, 'summary.md'), join(folder, 'output.txt')];
    const action = readFileSync(join(INTEGRATIONS, 'github-action', 'action.yml'), 'utf8');
    const variables = blockOf(action, 'env').map((line) => line.trim().split(':')[0]!);
    expect(variables).toContain('STACKCHECK_SARIF_FILE');

    const { code, stdout } = await runIn(folder, 'bash', [join(INTEGRATIONS, 'github-action', 'check.sh')], {
      ...env,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      STACKCHECK_PATHS: 'src',
      STACKCHECK_SOURCE: 'demo',
      STACKCHECK_SARIF_FILE: 'out.sarif',
      STACKCHECK_ARGS: '--fail-on eol',
      STACKCHECK_VERSION: '0.5.0',
    });

    expect([code, stdout]).toEqual([1, expect.stringMatching(/^::error file=src\/Dockerfile,line=1/m)]);
    expect(readFileSync(summary, 'utf8')).toContain('node:18-alpine');
    expect(readFileSync(output, 'utf8')).toBe('verdict=fail\nsarif-file=out.sarif\n');
    expect(JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('GitHub: without data ends with 4 and says what would do', async () => {
    const { code, stderr } = await runIn(folder, 'bash', [join(INTEGRATIONS, 'github-action', 'check.sh')], {
      ...env,
      STACKCHECK_VERSION: '0.5.0',
    });

    expect([code, stderr]).toEqual([4, expect.stringContaining('stackcheck data pull')]);
  });

  it('GitLab: the script of the template writes its reports', async () => {
    const template = readFileSync(join(INTEGRATIONS, 'gitlab', 'stackcheck.gitlab-ci.yml'), 'utf8');
    const script = blockOf(template, 'script')
      .map((line) => line.trim())
      .join('\n')
      .replace(/^- >-\n/m, '\n')
      .replace(/^- /gm, '')
      .replace(/\n--format/, ' --format');

    const { code } = await runIn(folder, 'sh', ['-ec', script], {
      ...env,
      STACKCHECK_DATA_FILE: '',
      STACKCHECK_VERSION: '0.5.0',
      STACKCHECK_SOURCE: 'demo',
      STACKCHECK_PATHS: 'src',
      STACKCHECK_ARGS: '--unknown pass',
    });

    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'stackcheck.xml'), 'utf8')).toContain('<testsuites');
    expect(JSON.parse(readFileSync(join(folder, 'stackcheck.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('pre-commit: the hook runs for what is read, with the files that changed', async () => {
    const hooks = readFileSync(join(INTEGRATIONS, 'pre-commit', 'hooks.yaml'), 'utf8');
    const files = new RegExp(/files: '(.+)'/.exec(hooks)![1]!);
    const [program, ...args] = /entry: (.+)/.exec(hooks)![1]!.split(' ');

    const sboms = ['bom.xml', 'a/sbom.json', 'app.cdx.json', 'app.spdx', 'app.spdx.json'];
    const read = ['src/Dockerfile', 'package-lock.json', 'a/go.mod', '.nvmrc', ...sboms];
    expect(read.filter((file) => !files.test(file))).toEqual([]);
    // Named, go.sum is read whatever go.mod says.
    expect(['src/main.ts', 'docs/go.mod.md', 'go.sum'].filter((file) => files.test(file))).toEqual([]);
    expect(program).toBe('stackcheck');
    const { code } = await runIn(
      folder,
      process.execPath,
      [PROGRAM, ...args, '--source', 'demo', 'src/Dockerfile'],
      env,
    );
    expect(code).toBe(1);
  });

  it('finds in this repository what is true: the end of Node.js 20', async () => {
    const { stdout } = await runIn(
      ROOT,
      process.execPath,
      [PROGRAM, 'package.json', '--source', 'demo', '--format', 'json'],
      env,
    );

    expect((JSON.parse(stdout) as { findings: readonly object[] }).findings).toContainEqual(
      expect.objectContaining({
        code: 'eol',
        id: 'nodejs@20',
        places: [{ path: 'package.json', line: expect.any(Number) }],
      }),
    );
  });
});
