import Database from 'better-sqlite3';

/**
 * Changes one date in the current snapshot, as somebody could who can write the file: the content stays well-formed JSON of the
 * same length, and the trigger that forbids changes is taken out of the way first and put back afterwards.
 */
export function tamperWithContent(databaseFile: string): void {
  const database = new Database(databaseFile, { fileMustExist: true });
  try {
    const trigger = "type = 'trigger' AND name = 'snapshot_is_immutable'";
    const { sql } = database.prepare(`SELECT sql FROM sqlite_schema WHERE ${trigger}`).get() as { sql: string };
    const { id, content } = database
      .prepare(
        `SELECT snapshot_id AS id, content FROM snapshot
         WHERE snapshot_id = (SELECT current_snapshot_id FROM dataset_state WHERE dataset = 'eol')`,
      )
      .get() as { id: string; content: Buffer };
    const text = content.toString('utf8');
    const changed = text.replace(/"20\d\d-/, '"2099-');
    if (changed === text) throw new Error('the snapshot holds no date to change');
    database.exec('DROP TRIGGER snapshot_is_immutable');
    database.prepare('UPDATE snapshot SET content = ? WHERE snapshot_id = ?').run(Buffer.from(changed, 'utf8'), id);
    database.exec(sql);
  } finally {
    database.close();
  }
}
