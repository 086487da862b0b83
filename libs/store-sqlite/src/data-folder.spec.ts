import fs, { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
    jest.restoreAllMocks();
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

  it.each(['EPERM', 'EROFS', 'ENOTSUP'])(
    'whose keys cannot be closed is used all the same, which is reported: %s',
    (code) => {
      const keys = join(dataDir, 'keys');
      mkdirSync(keys, { recursive: true });
      chmodSync(keys, 0o755);
      chmodSync(dataDir, 0o700);
      refuseModes(code);

      expect(makeDataFolder(dataDir)).toEqual([
        `${keys} can be entered by other users and belongs to somebody else; chmod 700 it`,
      ]);
    },
  );

  it.each(['EIO', undefined])('is not used where its keys fail otherwise: %j', (code) => {
    mkdirSync(join(dataDir, 'keys'), { recursive: true });
    chmodSync(join(dataDir, 'keys'), 0o755);
    refuseModes(code);

    expect(() => makeDataFolder(dataDir)).toThrow('refused');
  });

  function refuseModes(code: string | undefined): void {
    jest.spyOn(fs, 'chmodSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('refused'), { code });
    });
  }
});
