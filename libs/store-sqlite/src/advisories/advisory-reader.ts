import { recordText } from '@stackcheck/datasets/osv';
import { IndexFileError, type StoredAdvisory } from '@stackcheck/datasets/snapshot';
import type { AdvisoryHit, AdvisoryReader } from '@stackcheck/datasets/store';
import { openDatabase, type Connection } from '../open';
import {
  ALL_COLUMNS,
  aliasesOf,
  FACT_COLUMNS,
  toAdvisory,
  type AdvisoryRow,
  type AdvisoryTuple,
  type FactTuple,
} from './advisory-row';
import { RECORD_TEXT_SQL } from './record-text-sql';
import { INDEX_FORM, NAMING_COMPLETE } from './schema';

/** More of a file than this is read the slow way. */
const MAPPED_BYTES_MAX = 2 * 1024 * 1024 * 1024 - 65_536;

/**
 * Opens an index file that is known to be intact.
 * @param isMapped reads it where the system keeps it, instead of copying its pages first: for programs that answer questions
 * @throws IndexFileError when it is of another version
 */
export function openAdvisoryReader(path: string, isMapped = false): AdvisoryReader {
  const database = openDatabase(path, { readOnly: true });
  try {
    // Read-only, so what is held from the first question on is a shared lock. No program ever writes to a finished index, and to
    // lock it and to look for changes again at each question takes longer than the answer.
    database.pragma('locking_mode = EXCLUSIVE');
    // A package with many advisories is spread over thousands of pages; to copy each into SQLite's own memory first takes
    // three times as long as all the rest.
    if (isMapped) database.pragma(`mmap_size = ${MAPPED_BYTES_MAX}`);
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
  const hits = database
    .prepare<[string, string], HitRow>(
      `SELECT coalesce(f.spec, a.spec), a.aliases, ${columns}
       FROM affected f CROSS JOIN advisory a ON a.id = f.id WHERE f.ecosystem = ? AND f.name = ? ORDER BY f.id`,
    )
    .raw(true);
  const firstHitsOf = perLimit((limit) =>
    database
      .prepare<[string, string], HitRow>(
        `SELECT coalesce(f.spec, a.spec), a.aliases, ${columns}
         FROM affected f CROSS JOIN advisory a ON a.id = f.id
         WHERE f.ecosystem = ? AND f.name = ? ORDER BY f.id LIMIT ${limit}`,
      )
      .raw(true),
  );
  const hitsAfter = database
    .prepare<[string, string, string, number], HitRow>(
      `SELECT coalesce(f.spec, a.spec), a.aliases, ${columns}
       FROM affected f CROSS JOIN advisory a ON a.id = f.id
       WHERE f.ecosystem = ? AND f.name = ? AND f.id > ? ORDER BY f.id LIMIT ?`,
    )
    .raw(true);
  const inherited = database.prepare<[string], Rating>('SELECT severity, score, vector FROM lent_rating WHERE id = ?');
  const all = ALL_COLUMNS.join(', ');
  const find = database.prepare<[string], AdvisoryTuple>(`SELECT ${all} FROM advisory WHERE id = ?`).raw(true);
  const after = database
    .prepare<[string, number], AdvisoryTuple>(`SELECT ${all} FROM advisory WHERE id > ? ORDER BY id LIMIT ?`)
    .raw(true);
  const texts = database
    .prepare<[string, number], readonly [id: string, text: string | null]>(
      `SELECT id, ${RECORD_TEXT_SQL} FROM advisory WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .raw(true);
  const withdrawn = database.prepare<[string], string | null>('SELECT withdrawn FROM advisory WHERE id = ?').pluck();
  const namingOf = perLimit((limit) => database.prepare<[string], NamingRow>(`${NAMING} LIMIT ${limit}`).raw(true));
  const isNamingThere = hasNaming(database);
  const count = database
    .prepare<[string, string], number>('SELECT count(*) FROM affected WHERE ecosystem = ? AND name = ?')
    .pluck();
  const packages = database
    .prepare<[string, string, number], PackageRow>(
      `SELECT ecosystem, name, count(*), sum(id GLOB 'MAL-*') FROM affected WHERE (ecosystem, name) > (?, ?)
       GROUP BY ecosystem, name ORDER BY ecosystem, name LIMIT ?`,
    )
    .raw(true);
  const spec = database
    .prepare<[string, string, string], string>('SELECT spec FROM affected WHERE ecosystem = ? AND name = ? AND id = ?')
    .pluck();

  const filed = database
    .prepare<[], readonly [ecosystem: string, name: string, ...HitRow]>(
      `SELECT f.ecosystem, f.name, coalesce(f.spec, a.spec), a.aliases, ${columns}
       FROM affected f CROSS JOIN advisory a ON a.id = f.id ORDER BY f.ecosystem, f.name, f.id`,
    )
    .raw(true);
  const withdrawnIds = database
    .prepare<[], readonly [id: string]>('SELECT id FROM advisory WHERE withdrawn IS NOT NULL ORDER BY id')
    .raw(true);
  // Files from before have no such table.
  const named = () => database.prepare<[], readonly [cve: string, ...NamingRow]>(ALL_NAMED).raw(true);

  const complete = (row: AdvisoryTuple): StoredAdvisory =>
    toAdvisory(row, (ecosystem, name, id) => spec.get(ecosystem, name, id) as string);

  return {
    facts: { records: fact['records'] as number, ecosystems: fact['ecosystems'] as Record<string, number> },
    hits: (ecosystem, name) => hits.all(ecosystem, name).map((row) => toHit(row, (id) => inherited.get(id))),
    hitsAfter: (ecosystem, name, id, limit) =>
      (id === null ? firstHitsOf(limit).all(ecosystem, name) : hitsAfter.all(ecosystem, name, id, limit)).map((row) =>
        toHit(row, (lentTo) => inherited.get(lentTo)),
      ),
    find: (id) => {
      const row = find.get(id);
      return row && complete(row);
    },
    isWithdrawn: (id) => (withdrawn.get(id) ?? null) !== null,
    naming: (cve, limit) => (isNamingThere ? namingOf(limit).all(cve).map(toNaming) : undefined),
    count: (ecosystem, name) => count.get(ecosystem, name) ?? 0,
    packagesAfter: (last, limit) =>
      packages
        .all(last?.ecosystem ?? '', last?.name ?? '', limit)
        .map(([ecosystem, name, advisories, malware]) => ({ ecosystem, name, advisories, malware })),
    // Ids are never empty, so the empty text stands before the first.
    after: (id, limit) => after.all(id ?? '', limit).map(complete),
    textsAfter: (id, limit) =>
      texts
        .all(id ?? '', limit)
        .map(([at, text]) => ({ id: at, text: text ?? recordText(complete(find.get(at) as AdvisoryTuple)) })),
    filed: () =>
      eachOf(filed, ([ecosystem, name, ...row]) => ({ ecosystem, name, ...toHit(row, (id) => inherited.get(id)) })),
    withdrawnIds: () => eachOf(withdrawnIds, ([id]) => id),
    named: () => (isNamingThere ? eachOf(named(), ([cve, ...row]) => ({ cve, advisory: toNaming(row) })) : undefined),
    close: () => {
      database.close();
    },
  };
}

/** Row by row, so that a whole table is never in memory. Nothing else may be asked of the connection meanwhile but by other statements. */
function* eachOf<Row, Item>(
  statement: { iterate(): Iterable<Row> },
  toItem: (row: Row) => Item,
): Generator<Item, void> {
  for (const row of statement.iterate()) yield toItem(row);
}

/** A rating as `toHit` has it. */
const NAMING_COLUMNS = `a.id, a.summary, a.withdrawn,
    iif(a.severity IS NULL AND a.vector IS NULL, (SELECT severity FROM lent_rating WHERE id = a.id), a.severity)
  FROM naming n CROSS JOIN advisory a ON a.id = n.id`;
const NAMING = `SELECT ${NAMING_COLUMNS} WHERE n.cve = ? ORDER BY n.id`;
const ALL_NAMED = `SELECT n.cve, ${NAMING_COLUMNS} ORDER BY n.cve, n.id`;

type Naming = NonNullable<ReturnType<AdvisoryReader['naming']>>[number];

type NamingRow = readonly [id: string, summary: string | null, withdrawn: string | null, severity: Naming['severity']];

function toNaming([id, summary, withdrawn, severity]: NamingRow): Naming {
  return { id, summary, severity, withdrawn };
}

/** Statements by their limits: one that is bound makes SQLite plan again at each question, which takes twice as long as answering it. */
function perLimit<Statement>(prepare: (limit: number) => Statement): (limit: number) => Statement {
  const prepared = new Map<number, Statement>();
  return (limit) => {
    let statement = prepared.get(limit);
    if (statement === undefined) prepared.set(limit, (statement = prepare(Math.trunc(limit))));
    return statement;
  };
}

type HitRow = readonly [spec: string, aliases: string | null, ...facts: FactTuple];

/** Ids of malware begin with `MAL-`, as `namedById` has it. */
type PackageRow = readonly [ecosystem: string, name: string, advisories: number, malware: number];

type Rating = Pick<AdvisoryRow, 'severity' | 'score' | 'vector'>;

function toHit(row: HitRow, lentTo: (id: string) => Rating | undefined): AdvisoryHit {
  const [spec, aliases, id, modified, published, withdrawn, severity, score, vector, summary] = row;
  const own = { severity, score, vector };
  const rating = severity === null && vector === null ? (lentTo(id) ?? own) : own;
  return {
    advisory: { id, aliases: aliasesOf({ aliases }), modified, published, withdrawn, ...rating, summary },
    spec,
  };
}

/** Whether advisories can be asked for by CVE: the table is there, and it is of the advisories of this file. */
function hasNaming(database: Connection): boolean {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'naming'").get();
  return (
    table !== undefined && database.prepare('SELECT 1 FROM lent_rating WHERE id = ?').get(NAMING_COMPLETE) !== undefined
  );
}

function factsOf(database: Connection): Readonly<Record<string, unknown>> {
  const rows = database.prepare<[], { name: string; value: string }>('SELECT name, value FROM fact').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
}
