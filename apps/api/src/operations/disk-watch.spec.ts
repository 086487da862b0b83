import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservedFile } from './reserved-space';
import { DISK_FULL_BYTES, DISK_PAUSE_BYTES, DISK_WARN_BYTES, DiskWatch, freeBytesOf } from './disk-watch';
import { Pause } from './pause';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'stackcheck-disk-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function watched(free: () => number | null): { pause: Pause; watch: DiskWatch; file: string } {
  const pause = new Pause();
  const file = join(folder, 'ballast');
  return { pause, file, watch: new DiskWatch({ freeBytes: free, reserved: reservedFile(file, 3_000_000), pause }) };
}

describe('room on the disk', () => {
  test.each([
    [DISK_WARN_BYTES, false, false],
    [DISK_WARN_BYTES - 1, false, true],
    [DISK_PAUSE_BYTES, false, true],
    [DISK_PAUSE_BYTES - 1, true, false],
    [0, true, false],
  ])('%d bytes free: paused %s, warned %s', (free, paused, warned) => {
    const { pause, watch } = watched(() => free);

    watch.look();

    expect([pause.isPaused(), pause.state().warnings]).toEqual([paused, warned ? ['disk'] : []]);
  });

  test('the reserved space is written where there is plenty, kept when it gets tight, and given back when it is full', () => {
    let free = DISK_WARN_BYTES;
    const { watch, file } = watched(() => free);

    watch.look();
    expect(statSync(file).size).toBe(3_000_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    free = DISK_FULL_BYTES;
    watch.look();
    expect(existsSync(file)).toBe(true);
    free = DISK_FULL_BYTES - 1;
    watch.look();
    expect(existsSync(file)).toBe(false);
    free = DISK_PAUSE_BYTES;
    watch.look();
    expect(existsSync(file)).toBe(false);
    free = DISK_WARN_BYTES;
    watch.look();
    expect(existsSync(file)).toBe(true);
  });

  test('a ledger that finds no room gets the reserved space, and the disk is looked at again', () => {
    let free = DISK_WARN_BYTES;
    const { watch, pause, file } = watched(() => free);
    watch.look();
    free = 0;

    watch.full();

    expect([existsSync(file), pause.state().reasons]).toEqual([false, ['disk']]);
  });

  test('a system that does not tell changes nothing', () => {
    const { pause, watch } = watched(freeBytesOf(join(folder, 'missing')));

    watch.look();

    expect(pause.isPaused()).toBe(false);
  });

  test('reserved space that does not fit leaves nothing behind', () => {
    const reserved = reservedFile(join(folder, 'no', 'such', 'folder'));

    expect(() => reserved.lay()).toThrow('ENOENT');
    expect(reserved.isThere()).toBe(false);
  });

  test('the real file system reports its free bytes', () => expect(freeBytesOf(folder)()).toBeGreaterThan(0));
});
