import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-start-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The program from its sources, as it starts in a shell. */
function start(variables: Readonly<Record<string, string>>, preload: readonly string[] = []) {
  const node = ['--no-warnings', '--conditions=@stackcheck/source', '--require', join(ROOT, 'jest.run-typescript.js')];
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, [...node, ...preload, join(__dirname, 'main.ts')], {
    env: { PATH, PORT: '0', DATA_DIR: dataDir, PAYMENTS_MODE: 'sandbox', ...variables },
    encoding: 'utf8',
    timeout: 25_000,
  });
}

describe('a start that fails', () => {
  it('over a ledger that is none says which file it is and why, in one sentence', () => {
    writeFileSync(join(dataDir, 'payments.db'), 'no database at all, but long enough to be read as one. '.repeat(20));

    const { status, stderr } = start({});

    expect(stderr).toBe(`stackcheck: cannot open database "${join(dataDir, 'payments.db')}": file is not a database\n`);
    expect(status).toBe(1);
  });

  it('over a driver that aborts on this Node says what to do, and makes no ledger', () => {
    // The driver of this machine may be a published binary, which is never refused.
    const affected = join(dataDir, 'affected.cjs');
    writeFileSync(
      affected,
      `const fs = require('node:fs');
       const existsSync = fs.existsSync;
       fs.existsSync = (file) => String(file).endsWith('config.gypi') || existsSync(file);
       const readFileSync = fs.readFileSync;
       fs.readFileSync = (file, ...rest) => String(file).endsWith('config.gypi') ? '{}' : readFileSync(file, ...rest);
       Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.21.0' } });`,
    );

    const { status, stderr } = start({}, ['--require', affected]);

    expect(stderr).toMatch(/^stackcheck: The SQLite driver was compiled against Node 24\.21\.0.*Use Node 20, 22/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(1);
  });
});
