import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexFileError } from '@stackcheck/datasets';
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

  it('is read by several at a time, each for as long as it wants', async () => {
    const file = write();
    const files = openAdvisoryFiles(folder);
    const readers = await Promise.all([files.open(file), files.open(file)]);

    const ids = [...readers, ...readers].map((reader) => reader.find('GHSA-1')?.id);

    expect(ids).toEqual(Array(4).fill('GHSA-1'));
    expect(files.differences(file, file)).toEqual([]);
    readers.forEach((reader) => reader.close());
  });

  it('says so when it cannot be written', () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');

    expect(() => openAdvisoryFiles(join(path, 'osv')).create()).toThrow();
  });
});
