import { IndexFileError, type AdvisoryHit, type AdvisoryReader, type StoredAdvisory } from '@stackcheck/datasets';
import { openDatabase, type Connection } from '../open';
import { FACT_COLUMNS, placesOf, toFacts, type AdvisoryRow } from './advisory-row';
import { INDEX_FORM } from './schema';

/** Opens an index file that is known to be intact. @throws IndexFileError when it is of another version */
export function openAdvisoryReader(path: string): AdvisoryReader {
  const database = openDatabase(path, { readOnly: true });
  try {
    return readerOn(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function readerOn(database: Connection): AdvisoryReader {
  const fact = factsOf(database);
  if (fact['form'] !== INDEX_FORM) throw new IndexFileError('its index file is of another version of this program');
  const columns = FACT_COLUMNS.map((column) => `a.${column}`).join(', ');
  const lent = ['severity', 'score', 'vector'].map((column) => `l.${column} AS lent_${column}`).join(', ');
  const hits = database.prepare<[string, string], HitRow>(
    `SELECT coalesce(f.spec, a.spec) AS spec, ${columns}, a.aliases, l.id AS lent_id, ${lent}
     FROM affected f CROSS JOIN advisory a ON a.id = f.id LEFT JOIN lent_rating l ON l.id = f.id
     WHERE f.ecosystem = ? AND f.name = ? ORDER BY f.id`,
  );
  const find = database.prepare<[string], AdvisoryRow>('SELECT * FROM advisory WHERE id = ?');
  const after = database.prepare<[string, number], AdvisoryRow>(
    'SELECT * FROM advisory WHERE id > ? ORDER BY id LIMIT ?',
  );
  const spec = database
    .prepare<[string, string, string], string>('SELECT spec FROM affected WHERE ecosystem = ? AND name = ? AND id = ?')
    .pluck();

  const complete = (row: AdvisoryRow): StoredAdvisory => ({
    ...toFacts(row),
    packages: placesOf(row).map(([ecosystem, name]) => ({
      ecosystem,
      name,
      spec: row.spec ?? (spec.get(ecosystem, name, row.id) as string),
    })),
  });

  return {
    facts: { records: fact['records'] as number, ecosystems: fact['ecosystems'] as Record<string, number> },
    hits: (ecosystem, name) => hits.all(ecosystem, name).map(toHit),
    find: (id) => {
      const row = find.get(id);
      return row && complete(row);
    },
    // Ids are never empty, so the empty text stands before the first.
    after: (id, limit) => after.all(id ?? '', limit).map(complete),
    close: () => {
      database.close();
    },
  };
}

interface HitRow extends Omit<AdvisoryRow, 'ecosystem' | 'name' | 'packages'> {
  readonly spec: string;
  readonly lent_id: string | null;
  readonly lent_severity: AdvisoryRow['severity'];
  readonly lent_score: number | null;
  readonly lent_vector: string | null;
}

function toHit({ spec, lent_id, lent_severity, lent_score, lent_vector, ...row }: HitRow): AdvisoryHit {
  const facts = toFacts(row);
  const lent = { severity: lent_severity, score: lent_score, vector: lent_vector };
  return { advisory: lent_id === null ? facts : { ...facts, ...lent }, spec };
}

function factsOf(database: Connection): Readonly<Record<string, unknown>> {
  const rows = database.prepare<[], { name: string; value: string }>('SELECT name, value FROM fact').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
}
