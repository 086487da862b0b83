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

  describe.each([
    ['its folder', undefined],
    ['the file that it is like', 'like'],
  ])('made by root has the owner of %s', (_name, like) => {
    const owned = (uid: number, gid: number): readonly number[] => {
      const [path, given] = [join(folder, 'made'), like === undefined ? folder : join(folder, like)];
      if (like !== undefined) writeFileSync(given, '');
      chownSync(given, uid, gid);
      makePrivateFile(path, like === undefined ? undefined : given);
      const made = statSync(path);
      return [made.uid, made.gid];
    };
    // Only root may give files away.
    const itForRoot = process.getuid?.() === 0 ? it : it.skip;

    itForRoot("which is another user (needs root's rights)", () => {
      expect(owned(2345, 2346)).toEqual([2345, 2346]);
    });

    itForRoot("and stays root's where that is root (needs root's rights)", () => {
      expect(owned(0, 2346)).toEqual([0, process.getgid?.()]);
    });
  });
});
