import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFile } from './private-file';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-private-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a private file', () => {
  it('is empty, and readable by its owner alone from the first moment on', () => {
    const path = join(folder, 'made');
    const before = process.umask(0);
    try {
      makePrivateFile(path);
    } finally {
      process.umask(before);
    }

    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['', 0o600]);
  });

  it('is left as it is where there is one', () => {
    const path = join(folder, 'there');
    writeFileSync(path, 'content', { mode: 0o640 });

    makePrivateFile(path);

    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['content', 0o640]);
  });

  it('is not made where there is no folder', () => {
    expect(() => makePrivateFile(join(folder, 'absent', 'made'))).toThrow(/ENOENT/);
  });

  // Only root may give files away.
  (process.getuid?.() === 0 ? it : it.skip)(
    "has the owner of its folder, or of the file that it is like (needs root's rights)",
    () => {
      const [byFolder, byFile, like] = ['by-folder', 'by-file', 'like'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      writeFileSync(like, '');
      chownSync(like, 1234, 1235);
      chownSync(folder, 2345, 2346);

      makePrivateFile(byFolder);
      makePrivateFile(byFile, like);

      const ownerOf = (path: string) => [statSync(path).uid, statSync(path).gid];
      expect([byFolder, byFile].map(ownerOf)).toEqual([
        [2345, 2346],
        [1234, 1235],
      ]);
    },
  );
});
