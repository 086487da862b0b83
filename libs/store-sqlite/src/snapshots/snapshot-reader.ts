import { statSync } from 'node:fs';
import type { SnapshotReader } from '@stackcheck/datasets';
import { schemaState } from '../migrate';
import { openDatabase, type Connection } from '../open';
import { SNAPSHOT_MIGRATIONS } from './migrations';
import { NO_SNAPSHOTS, prepareQueries, type SnapshotQueries } from './queries';

/** A reader of a file, to be closed when done. */
export interface SqliteSnapshotReader extends SnapshotReader {
  close(): void;
}

/** Room for SQLite's own counter below the count of files opened. */
const VERSIONS_PER_FILE = 2 ** 32;

/**
 * Opens `snapshots.db` for reading only. The file need not exist yet: until ingest has made it, there are no
 * snapshots. A file put in its place later is noticed, too.
 */
export function openSnapshotReader(path: string): SqliteSnapshotReader {
  let connection: Connection | undefined;
  let queries: SnapshotQueries | undefined;
  let inode: number | undefined;
  let filesOpened = 0;

  const close = (): void => {
    connection?.close();
    connection = undefined;
    queries = undefined;
  };

  const follow = (): void => {
    const found = statSync(path, { throwIfNoEntry: false })?.ino;
    if (connection !== undefined && found === inode) return;
    close();
    inode = found;
    if (found === undefined) return;
    connection = openDatabase(path, { readOnly: true });
    filesOpened += 1;
  };

  const read = (): SnapshotQueries => {
    if (connection === undefined) follow();
    if (connection === undefined) return NO_SNAPSHOTS;
    // Between ingest's creating the file and its first migration there is nothing to read yet.
    if (queries === undefined && schemaState(connection, SNAPSHOT_MIGRATIONS) === 'current') {
      queries = prepareQueries(connection);
    }
    return queries ?? NO_SNAPSHOTS;
  };

  return {
    state: (dataset) => read().state(dataset),
    find: (dataset, snapshotId) => read().find(dataset, snapshotId),
    findSteps: (dataset, snapshotId) => read().findSteps(dataset, snapshotId),
    list: (dataset) => read().list(dataset),
    withdrawn: (dataset) => read().withdrawn(dataset),
    delta: (dataset, from, to) => read().delta(dataset, from, to),
    listDeltas: (dataset) => read().listDeltas(dataset),
    isForgotten: (dataset, snapshotId) => read().isForgotten(dataset, snapshotId),
    dataVersion: () => {
      follow();
      if (connection === undefined) return 0;
      return filesOpened * VERSIONS_PER_FILE + (connection.pragma('data_version', { simple: true }) as number);
    },
    close,
  };
}
