import { gzipSync } from 'node:zlib';
import type { StoredSnapshot } from '@stackcheck/datasets';
import type { StoredDelta } from '@stackcheck/datasets/snapshot';
import type { Connection } from '../open';

/** Stores a snapshot; the schema decides whether it may follow. */
export function insertSnapshot(database: Connection, { manifest, content }: StoredSnapshot): void {
  database
    .prepare('INSERT INTO snapshot (dataset, snapshot_id, prev_snapshot_id, manifest, content) VALUES (?, ?, ?, ?, ?)')
    .run(manifest.dataset, manifest.snapshot_id, manifest.prev_snapshot_id, JSON.stringify(manifest), content);
}

/** Puts a delta, as `toRow` gives it, in the place of one with the same ends. */
export const INSERT_DELTA = `INSERT OR REPLACE INTO delta (dataset, from_id, to_id, sha256, key_id, signature, body)
  VALUES (@dataset, @from, @to, @sha256, @key_id, @signature, @body)`;

/** A delta as its row, compressed before the write lock is taken. */
export function toRow({ dataset, from, to, body, proof }: StoredDelta): object {
  return { dataset, from, to, ...proof, body: gzipSync(body) };
}
