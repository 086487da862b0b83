import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { NO_VALIDATORS } from '@stackcheck/datasets/fetch';
import {
  describeDeltaStore,
  describeFollowedStore,
  describeSnapshotStore,
  fakeSnapshot,
} from '@stackcheck/datasets/testing';
import { openDatabase, type Connection } from '../open';
import { openSnapshotReader, openSnapshotStore, type SqliteSnapshotReader, type SqliteSnapshotStore } from '.';

const NOW = Date.parse('2026-11-20T06:22:05Z');

let folder: string;
let path: string;
let open: (SqliteSnapshotStore | SqliteSnapshotReader)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-snapshots-'));
  path = join(folder, 'snapshots.db');
  open = [];
});
afterEach(() => {
  for (const each of open) each.close();
  rmSync(folder, { recursive: true, force: true });
});

function writer(): SqliteSnapshotStore {
  const store = openSnapshotStore(path);
  open.push(store);
  return store;
}

function reader(): SqliteSnapshotReader {
  const opened = openSnapshotReader(path);
  open.push(opened);
  return opened;
}

function publish(store: SqliteSnapshotStore, snapshot = fakeSnapshot(1, null)): void {
  store.publish(store.acquireLease('eol', 'worker', NOW, 60_000)!, snapshot, NO_VALIDATORS, NOW);
}

describeSnapshotStore('SQLite', () => ({ store: writer(), reader: reader() }));
describeDeltaStore('SQLite', () => ({ store: writer(), reader: reader() }));
describeFollowedStore('SQLite', () => ({ store: writer(), reader: reader() }));

describe('the reader', () => {
  it('reports no snapshots until the file appears, then reads it', () => {
    const early = reader();
    expect(early.dataVersion()).toBe(0);
    expect(early.list('eol')).toEqual([]);

    publish(writer());

    expect(early.dataVersion()).not.toBe(0);
    expect(early.list('eol')).toHaveLength(1);
  });

  it('reports no snapshots while the file has no schema yet', () => {
    openDatabase(path).close();
    const early = reader();
    expect(early.state('eol').currentSnapshotId).toBeNull();

    publish(writer());

    expect(early.list('eol')).toHaveLength(1);
  });

  it('notices that the file was deleted and made again', () => {
    publish(writer());
    const watching = reader();
    const before = watching.dataVersion();
    expect(watching.list('eol')).toHaveLength(1);

    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    const between = watching.dataVersion();
    writer();

    expect(between).not.toBe(before);
    expect(watching.dataVersion()).not.toBe(between);
    expect(watching.list('eol')).toEqual([]);
  });

  it('refuses a store that a newer program wrote', () => {
    writer().close();
    const database = openDatabase(path);
    database.exec("INSERT INTO schema_migration VALUES (99, 'future', 'x')");
    database.close();

    expect(() => reader().list('eol')).toThrow(/newer program/);
    expect(() => writer()).toThrow(/newer program/);
  });
});

describe('the file itself', () => {
  it.each([
    ['a change of a published snapshot', "UPDATE snapshot SET content = x'00'"],
    ['a change of its manifest', "UPDATE snapshot SET manifest = '{}'"],
    ['the deletion of the current snapshot', 'DELETE FROM snapshot'],
    ['a time of refresh that goes back', 'UPDATE dataset_state SET refreshed_at = refreshed_at - 1'],
    ['a lost time of refresh', 'UPDATE dataset_state SET refreshed_at = NULL'],
    ['a current snapshot that is not stored', "UPDATE dataset_state SET current_snapshot_id = 'eol-x'"],
    ['a lease token that shrinks', 'UPDATE lease SET token = 0'],
    [
      'a manifest of another snapshot',
      `INSERT INTO snapshot (dataset, snapshot_id, prev_snapshot_id, manifest, content)
       SELECT dataset, 'eol-other', snapshot_id, manifest, content FROM snapshot`,
    ],
  ])('refuses %s', (_what, sql) => {
    publish(writer());
    const database = openDatabase(path);

    expect(() => database.exec(sql)).toThrow(/CHECK|FOREIGN KEY|never|shrinks/);

    database.close();
  });

  it('lets two workers race for a lease, and one of them win', () => {
    const [one, two] = [writer(), writer()];

    const leases = [one, two, one, two].map((store, index) => store.acquireLease('eol', `w${index}`, NOW, 60_000));

    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });
});

it('where nothing was stored yet, nothing is known and nothing concluded', () => {
  const nothing = reader();

  expect({
    state: nothing.state('eol'),
    found: nothing.find('eol', 'eol-1'),
    list: nothing.list('eol'),
    withdrawn: nothing.withdrawn('eol'),
    delta: nothing.delta('eol', 'eol-1', 'eol-2'),
    deltas: nothing.listDeltas('eol'),
    isForgotten: nothing.isForgotten('eol', 'eol-1'),
    version: nothing.dataVersion(),
  }).toStrictEqual({
    state: { currentSnapshotId: null, refreshedAt: null, attemptedAt: null, refusal: null, validators: NO_VALIDATORS },
    found: undefined,
    list: [],
    withdrawn: [],
    delta: undefined,
    deltas: [],
    isForgotten: false,
    version: 0,
  });
});

describe('a fault of the file', () => {
  afterEach(() => jest.restoreAllMocks());
  const failWith = (error: Error): void =>
    void jest.spyOn(Database.prototype as Connection, 'pragma').mockImplementation(() => {
      throw error;
    });

  it('is said with its name, its code and what caused it', () => {
    const store = writer();
    const cause = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
    failWith(cause);

    expect(() => store.dataVersion()).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        message: `"${path}" cannot be used: SQLITE_IOERR_READ`,
        cause,
      }) as Error,
    );
  });

  it('is left as it is where it is none of storage', () => {
    const store = writer();
    const other = new TypeError('no such thing');
    failWith(other);

    expect(() => store.dataVersion()).toThrow(other);
  });
});
