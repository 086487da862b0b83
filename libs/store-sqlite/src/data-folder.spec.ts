import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('the data folder', () => {
  let parent: string;
  let dataDir: string;
  let umask: number;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'stackcheck-folder-'));
    dataDir = join(parent, 'deeper', 'data');
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(parent, { recursive: true });
  });

  it('and its keys are made for their owner alone, whatever the umask', () => {
    expect(makeDataFolder(dataDir)).toEqual([]);

    expect([mode(dataDir), mode(join(dataDir, 'keys'))]).toEqual(['700', '700']);
  });

  it.each([0o755, 0o750, 0o711])('with mode %i stays as it is, which is reported, and its keys are closed', (wide) => {
    mkdirSync(join(dataDir, 'keys'), { recursive: true });
    chmodSync(dataDir, wide);
    chmodSync(join(dataDir, 'keys'), wide);

    const reported = makeDataFolder(dataDir);

    expect(reported).toEqual([
      `DATA_DIR ${dataDir} can be entered by other users (mode 0${wide.toString(8)}); chmod 700 it`,
    ]);
    expect([mode(dataDir), mode(join(dataDir, 'keys'))]).toEqual([wide.toString(8), '700']);
  });
});
