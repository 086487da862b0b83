import type { Client } from 'pg';

/** How full pages of payments are made. */
const FILLFACTOR = `SELECT option_value AS fillfactor FROM pg_class, pg_options_to_table(reloptions)
  WHERE oid = 'payment'::regclass AND option_name = 'fillfactor'`;

/** Columns that differ from row to row, or that PostgreSQL makes; the others are copied. */
const OWN_COLUMNS: readonly string[] = ['id', 'nonce', 'payment_hash', 'identifier'];

/** What happened to each. */
const STATES = ['settling', 'settled', 'delivered'] as const;

/** Rows of one statement: what a statement wrote is freed only after it. */
const AT_ONCE = 500_000;

/** The boot whose events those of made-up payments are. */
const MADE_UP = 'made-up';

/** Indexes that no constraint needs: made again at the end, which is faster than filling them. */
const LOOSE_INDEXES = `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
  WHERE indrelid IN ('payment'::regclass, 'payment_event'::regclass)
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`;

/**
 * Multiplies the newest settled payment of a ledger that nobody has open until it has so many payments, each with three events and without its
 * answer (which is read by its own number alone), to measure how PostgreSQL does with a long past. No seal covers these events.
 * @param client the owner's connection
 * @throws Error when there is no settled payment
 */
export async function fillSharedLedger(client: Client, payments: number): Promise<void> {
  const query = async <Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await client.query(sql, [...values])).rows as Row[];
  const [{ id, count }] = (await query(
    "SELECT max(id) AS id, count(*)::int AS count FROM payment WHERE state = 'settled'",
  )) as [{ readonly id: string | null; readonly count: number }];
  if (id === null) throw new Error('there is no settled payment to multiply');
  const columns = await query<{ readonly name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'payment'::regclass AND attnum > 0 AND NOT attisdropped",
  );
  const copied = columns
    .map(({ name }) => name)
    .filter((name) => !OWN_COLUMNS.includes(name))
    .join(', ');
  const [{ fillfactor }] = (await query(FILLFACTOR)) as [{ readonly fillfactor: string }];
  const indexes = await query<{ readonly name: string; readonly definition: string }>(LOOSE_INDEXES);

  // What is being made up needs no protection.
  await client.query('SET synchronous_commit = off');
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  // Pages of a ledger with a past are full: what settlements and deliveries left free of them, later payments took.
  await client.query('ALTER TABLE payment SET (fillfactor = 100)');
  for (let missing = payments - count; missing > 0; missing -= AT_ONCE) {
    await query(
      `INSERT INTO payment (nonce, payment_hash, ${copied})
       SELECT '0x' || ${RANDOM_HEX}, ${RANDOM_HEX}, ${copied} FROM generate_series(1, $1), (SELECT * FROM payment WHERE id = $2) one`,
      [Math.min(missing, AT_ONCE), id],
    );
  }
  for (const [step, state] of STATES.entries()) {
    await query(
      `INSERT INTO payment_event (boot_id, seq, payment_id, at, state, detail)
       SELECT $1, id * ${STATES.length} + $2::int, id, created_at, $3, '' FROM payment WHERE id > $4`,
      [MADE_UP, step, state, id],
    );
  }
  await client.query(`ALTER TABLE payment SET (fillfactor = ${fillfactor})`);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of ['payment', 'payment_event']) await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
}

/** 64 digits, other ones in each row. */
const RANDOM_HEX = "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')";
