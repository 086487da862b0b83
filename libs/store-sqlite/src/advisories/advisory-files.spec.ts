import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexFileError } from '@stackcheck/datasets/snapshot';
import { describeAdvisoryFiles, someAdvisory } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from './advisory-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-advisories-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeAdvisoryFiles('SQLite', () => openAdvisoryFiles(join(folder, 'osv')));

describe('a folder of index files', () => {
  const write = () => {
    const builder = openAdvisoryFiles(folder).create();
    builder.put(someAdvisory('GHSA-1'));
    return builder.finish();
  };

  it('holds nothing but finished files, for their owner alone', () => {
    const { sha256 } = write();

    expect(readdirSync(folder)).toEqual([`${sha256}.db`]);
    expect(statSync(join(folder, `${sha256}.db`)).mode & 0o777).toBe(0o600);
  });

  it('does not open a file that was cut, changed, or never was an index', async () => {
    const file = write();
    const path = join(folder, `${file.sha256}.db`);
    const files = openAdvisoryFiles(folder);

    truncateSync(path, file.bytes - 1);
    await expect(files.open(file)).rejects.toThrow('another size');
    writeFileSync(path, Buffer.alloc(file.bytes));
    await expect(files.open(file)).rejects.toThrow('another SHA-256');
    await expect(files.open({ ...file, sha256: '../../etc/passwd' })).rejects.toThrow(IndexFileError);
  });

  describe('that was made before advisories could be asked for by CVE', () => {
    const CVE = 'CVE-2024-10001';
    const known = someAdvisory('GHSA-1', { aliases: [CVE] });

    /** What a version from before leaves: it does not make the table, or goes on from a file that has it. */
    const writeBefore = (sql: string) => {
      const builder = openAdvisoryFiles(folder).create();
      builder.put(known);
      const { sha256 } = builder.finish();
      const database = new Database(join(folder, `${sha256}.db`));
      database.exec(`${sql}; VACUUM`);
      database.close();
      const bytes = readFileSync(join(folder, `${sha256}.db`));
      const file = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
      renameSync(join(folder, `${sha256}.db`), join(folder, `${file.sha256}.db`));
      return file;
    };

    it.each([
      ['has no table of them', 'DROP TABLE naming; DELETE FROM lent_rating'],
      ['has the table of another file', 'DELETE FROM lent_rating'],
    ])('says that it cannot, and the next one made from it can: it %s', async (_what, sql) => {
      const files = openAdvisoryFiles(folder);
      const before = writeBefore(sql);
      const earlier = await files.open(before);
      const file = files.create(before).finish();
      const later = await files.open(file);
      const builder = files.create();
      builder.put(known);

      expect(earlier.find('GHSA-1')).toEqual(known);
      expect(earlier.naming(CVE, 9)).toBeUndefined();
      expect(earlier.named()).toBeUndefined();
      expect(later.naming(CVE, 9)?.map(({ id }) => id)).toEqual(['GHSA-1']);
      expect(later.naming('CVE-2024-1', 9)).toEqual([]);
      expect(files.differences(before, file)).toEqual([]);
      expect(builder.finish()).toEqual(file);
      [earlier, later].forEach((reader) => reader.close());
    });
  });

  it('is read by several at a time, each for as long as it wants', async () => {
    const file = write();
    const files = openAdvisoryFiles(folder);
    const readers = await Promise.all([files.open(file), files.open(file)]);

    const ids = [...readers, ...readers].map((reader) => reader.find('GHSA-1')?.id);

    expect(ids).toEqual(Array(4).fill('GHSA-1'));
    expect(files.differences(file, file)).toEqual([]);
    readers.forEach((reader) => reader.close());
  });

  it('a reader that was closed holds no file open', async () => {
    const reader = await openAdvisoryFiles(folder).open(write());
    reader.close();

    expect(() => reader.find('GHSA-1')).toThrow('not open');
  });

  const openFiles = (): number =>
    readdirSync('/proc/self/fd').filter((handle) => {
      try {
        return readlinkSync(`/proc/self/fd/${handle}`).startsWith(folder);
      } catch {
        return false;
      }
    }).length;

  (existsSync('/proc/self/fd') ? it : it.skip)(
    'a pack that was closed, or is another one, holds no file open',
    async () => {
      const files = openAdvisoryFiles(folder);
      const file = await files.keepPack([new Uint8Array(8)]);
      const pack = await files.openPack(file);
      expect(openFiles()).toBe(1);
      pack.close();
      pack.close();
      expect(openFiles()).toBe(0);

      const path = join(folder, readdirSync(folder)[0]!);
      writeFileSync(path, new Uint8Array(file.bytes).fill(1));
      await expect(files.openPack(file)).rejects.toThrow('another SHA-256');
      expect(openFiles()).toBe(0);
    },
  );

  it.each(['ENOSPC', 'EDQUOT'])('says that it was a pack that storage has no room for: %s', async (code) => {
    const files = openAdvisoryFiles(folder);
    function* full(): Generator<Uint8Array> {
      yield new Uint8Array(8);
      throw Object.assign(new Error('write failed'), { code });
    }

    await expect(files.keepPack(full())).rejects.toThrow(
      `the pack file could not be written: the disk is full; make room in ${folder}`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so when it cannot be written', () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');

    expect(() => openAdvisoryFiles(join(path, 'osv')).create()).toThrow();
  });
});
