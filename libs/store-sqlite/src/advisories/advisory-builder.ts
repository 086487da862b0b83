import Database from 'better-sqlite3';
import type { IndexFile, StoredAdvisory } from '@stackcheck/datasets/snapshot';
import type { AdvisoryBuilder, AliasedRating } from '@stackcheck/datasets/store';
import type { Connection } from '../open';
import { aliasesOf, ALL_COLUMNS, placesIn, toRow, type AdvisoryRow } from './advisory-row';
import { INDEX_FORM, INDEX_SCHEMA, NAMING_COMPLETE, NAMING_TABLE } from './schema';

/** Memory for the pages of an index being built. */
const CACHE_KB = 12 * 1024;

/** What is enough for copying tables from their beginnings to their ends. */
const COPY_CACHE_KB = 4 * 1024;

/** What the folder does around the building. */
export interface BuilderDeps {
  /** The file being built. It may hold an earlier index to go on from. */
  readonly scratch: string;
  /** Where the finished tables are written first. */
  readonly compact: string;
  /** Puts the compact file in its place. */
  readonly keep: () => IndexFile;
  /** Removes both files. */
  readonly remove: () => void;
}

/**
 * Builds an index in a scratch file that no other process sees and that a crash may spoil: without journal and without syncs. At the end the
 * tables are copied in their own order into the file that is kept, which is therefore as small as can be and depends on
 * nothing but the advisories.
 */
export function openAdvisoryBuilder({ scratch, compact, keep, remove }: BuilderDeps): AdvisoryBuilder {
  const database = openScratch(scratch);
  const { add, put, modifiedOf, aliased, rated, inherit, ecosystems } = prepare(database);
  const end = (): void => {
    if (database.open) database.close();
  };
  return {
    modifiedOf,
    add,
    put,
    aliased,
    rated,
    inherit,
    ecosystems,
    finish: () => {
      try {
        const facts = { form: INDEX_FORM, records: count(database), ecosystems: ecosystems() };
        const insert = database.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)');
        for (const [name, value] of Object.entries(facts)) insert.run(name, JSON.stringify(value));
        database.exec(`${FILE_ONLY_PACKAGES}; ${FILE_NAMING}; COMMIT`);
        database.pragma(`cache_size = ${-COPY_CACHE_KB}`);
        database.pragma('shrink_memory');
        // The copy has this number plus one in its header, and must not tell from how many indexes it was made.
        database.unsafeMode(true);
        database.pragma('schema_version = 1');
        database.unsafeMode(false);
        database.prepare('VACUUM INTO ?').run(compact);
        end();
        return keep();
      } finally {
        end();
        remove();
      }
    },
    discard: () => {
      end();
      remove();
    },
  };
}

function openScratch(path: string): Connection {
  const database = new Database(path);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma(`cache_size = ${-CACHE_KB}`);
    database.pragma('trusted_schema = OFF');
    const begun = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'advisory'").get() !== undefined;
    database.exec(
      begun
        ? `BEGIN; DELETE FROM lent_rating; ${UNFILE_ONLY_PACKAGES}; ${NAMING_TABLE} DELETE FROM naming`
        : `BEGIN; ${INDEX_SCHEMA}`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Nearly all advisories are about one package, which stands in their own row: where they are filed follows from that, and
 * is written in one go and in order at the end, in a third of the time.
 */
const FILE_ONLY_PACKAGES = `
  INSERT INTO affected (ecosystem, name, id)
  SELECT ecosystem, name, id FROM advisory WHERE ecosystem IS NOT NULL ORDER BY ecosystem, name, id`;
const UNFILE_ONLY_PACKAGES = 'DELETE FROM affected WHERE spec IS NULL';

const CVE_ID = 'CVE-[12][0-9][0-9][0-9]-[0-9]*';

/**
 * What `cvesNamedBy` of osv-core says, of all advisories in one pass: most have no alias and no CVE in their id, and are passed over. The
 * contract of the index files holds the two together.
 */
const FILE_NAMING = `
  INSERT OR IGNORE INTO naming (cve, id)
  SELECT named.value, a.id
  FROM advisory a, json_each(
    CASE WHEN '-' || a.id GLOB '*-${CVE_ID}'
      THEN json_insert(coalesce(a.aliases, '[]'), '$[#]', substr(a.id, instr(a.id, 'CVE-')))
      ELSE a.aliases END) named
  WHERE (a.aliases IS NOT NULL OR '-' || a.id GLOB '*-${CVE_ID}')
    AND named.value GLOB '${CVE_ID}' AND substr(named.value, 10) NOT GLOB '*[^0-9]*'
  ORDER BY 1, 2;
  INSERT INTO lent_rating (id) VALUES ('${NAMING_COMPLETE}')`;

function prepare(database: Connection): Omit<AdvisoryBuilder, 'finish' | 'discard'> {
  const columns = `(${ALL_COLUMNS.join(', ')}) VALUES (${ALL_COLUMNS.map(() => '?').join(', ')})`;
  const insertAdvisory = database.prepare(`INSERT INTO advisory ${columns} ON CONFLICT DO NOTHING`);
  const insertAffected = database.prepare('INSERT INTO affected (ecosystem, name, id, spec) VALUES (?, ?, ?, ?)');
  const packagesOf = database.prepare<[string], Pick<AdvisoryRow, 'packages'>>(
    'SELECT packages FROM advisory WHERE id = ?',
  );
  const deleteAdvisory = database.prepare('DELETE FROM advisory WHERE id = ?');
  const deleteAffected = database.prepare('DELETE FROM affected WHERE ecosystem = ? AND name = ? AND id = ?');
  const modified = database.prepare<[string], string>('SELECT modified FROM advisory WHERE id = ?').pluck();
  const inherit = database.prepare(
    'INSERT OR REPLACE INTO lent_rating (id, severity, score, vector) VALUES (?, ?, ?, ?)',
  );
  const aliased = database.prepare<[string, number], AliasedRow>(
    `SELECT id, aliases, severity, score, vector FROM advisory
     WHERE aliases IS NOT NULL AND id > ? ORDER BY id LIMIT ?`,
  );
  const rated = database.prepare<[string], AliasedRow>(
    'SELECT id, aliases, severity, score, vector FROM advisory WHERE id = ?',
  );
  const ecosystems = database.prepare<[], { ecosystem: string; advisories: number }>(
    `SELECT ecosystem, count(*) AS advisories FROM (
       SELECT ecosystem FROM advisory WHERE ecosystem IS NOT NULL
       UNION ALL SELECT ecosystem FROM (SELECT DISTINCT ecosystem, id FROM affected)
     ) GROUP BY ecosystem ORDER BY ecosystem`,
  );

  const add = (advisory: StoredAdvisory): boolean => {
    const { id, packages } = advisory;
    if (insertAdvisory.run(...toRow(advisory)).changes === 0) return false;
    if (packages.length === 1) return true;
    for (const { ecosystem, name, spec } of packages) insertAffected.run(ecosystem, name, id, spec);
    return true;
  };
  return {
    modifiedOf: (id) => modified.get(id),
    add,
    put: (advisory) => {
      if (add(advisory)) return;
      const { id } = advisory;
      const { packages } = packagesOf.get(id)!;
      deleteAdvisory.run(id);
      for (const [ecosystem, name] of placesIn(packages)) deleteAffected.run(ecosystem, name, id);
      add(advisory);
    },
    aliased: () => inPages((last, limit) => aliased.all(last, limit)),
    rated: (id) => {
      const row = rated.get(id);
      return row && { ...row, aliases: aliasesOf(row) };
    },
    inherit: (id, { severity, score, vector }) => {
      inherit.run(id, severity, score, vector);
    },
    ecosystems: () => Object.fromEntries(ecosystems.all().map(({ ecosystem, advisories }) => [ecosystem, advisories])),
  };
}

type AliasedRow = Pick<AdvisoryRow, 'id' | 'aliases' | 'severity' | 'score' | 'vector'>;

const PAGE_ROWS = 1_000;

/** Page by page, since nothing may be written while a statement is being stepped through. */
function* inPages(read: (last: string, limit: number) => readonly AliasedRow[]): Generator<AliasedRating> {
  for (let page = read('', PAGE_ROWS); page.length > 0; page = read(page[page.length - 1]!.id, PAGE_ROWS)) {
    for (const row of page) yield { ...row, aliases: aliasesOf(row) };
  }
}

function count(database: Connection): number {
  return database.prepare<[], number>('SELECT count(*) FROM advisory').pluck().get() ?? 0;
}
