import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openDatabase } from '../open';
import { GroupCommit } from './group-commit';

let folder: string;
let own: Database.Database;
let other: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-commit-'));
  own = openDatabase(join(folder, 'payments.db'));
  own.exec('CREATE TABLE note (text TEXT)');
  other = openDatabase(join(folder, 'payments.db'));
});
afterEach(() => {
  own.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
const notes = () => other.prepare('SELECT text FROM note').pluck().all();
const writer = (commits: GroupCommit) => {
  const put = own.prepare('INSERT INTO note VALUES (?)');
  return (text: string) => commits.write(() => put.run(text));
};

describe('a commit while another process holds the lock', () => {
  it('leaves the event loop to others, takes in what comes meanwhile, and is made when the lock is free', async () => {
    const write = writer(new GroupCommit(own, { sharedPatienceMs: 5_000 }));
    other.exec('BEGIN IMMEDIATE');
    let written = 0;
    const first = write('one').then(() => written++);
    for (let i = 0; i < 5; i++) await turn();
    const second = write('two').then(() => written++);
    for (let i = 0; i < 5; i++) await turn();
    expect([written, notes()]).toEqual([0, []]);

    other.exec('COMMIT');
    await Promise.all([first, second]);

    expect(notes()).toEqual(['one', 'two']);
  });

  it('fails when its patience ends, and the next one may succeed', async () => {
    const write = writer(new GroupCommit(own, { sharedPatienceMs: 20 }));
    other.exec('BEGIN IMMEDIATE');
    await expect(write('lost')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    other.exec('COMMIT');

    await write('kept');

    expect(notes()).toEqual(['kept']);
  });

  it('leaves the patience of reads as it was', async () => {
    const write = writer(new GroupCommit(own, { sharedPatienceMs: 5_000 }));
    await write('one');

    expect(own.pragma('busy_timeout', { simple: true })).toBe(5_000);
  });

  it('waits on the spot when it is flushed, since the connection is about to be closed', async () => {
    const commits = new GroupCommit(own, { sharedPatienceMs: 5_000 });
    const written = writer(commits)('last');
    commits.flush();

    await written;
    expect(notes()).toEqual(['last']);
  });
});
