/**
 * Version of the tables below; a reader refuses files of another. `naming` came later and did not raise it: programs from before read
 * such files, and files without it are read (see `NAMING_COMPLETE`).
 */
export const INDEX_FORM = 1;

/** Which advisories are about a CVE. In files that were made before there was this table it is added when building goes on from them. */
export const NAMING_TABLE = `
  CREATE TABLE IF NOT EXISTS naming (
    cve TEXT NOT NULL,
    id  TEXT NOT NULL,
    PRIMARY KEY (cve, id)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * The id of a row of `lent_rating` that is no advisory's: `naming` is of the advisories of this very file. Programs that do not know
 * `naming` empty `lent_rating` before they go on from a file and leave `naming` as it was, which then is not looked at.
 */
export const NAMING_COMPLETE = '';

/**
 * Tables of an index file. Rows stand in the order in which they are asked for, so a package's advisories lie together. Nearly
 * all advisories are about one package: those have its place and spec in their own row. The others repeat the places of
 * their rows in `affected` (`[ecosystem, name, …]`), so that a record can be put together without an index over all of them.
 */
export const INDEX_SCHEMA = `
  CREATE TABLE advisory (
    id        TEXT PRIMARY KEY,
    modified  TEXT NOT NULL,
    published TEXT,
    withdrawn TEXT,
    severity  TEXT,
    score     REAL,
    vector    TEXT,
    summary   TEXT,
    aliases   TEXT,           -- JSON array; NULL where there are none.
    ecosystem TEXT,           -- Of the only package, like the next two.
    name      TEXT,
    spec      TEXT,
    packages  TEXT            -- JSON array where there is not just one.
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE affected (
    ecosystem TEXT NOT NULL,
    name      TEXT NOT NULL,
    id        TEXT NOT NULL,
    spec      TEXT,           -- NULL: in the row of the advisory.
    PRIMARY KEY (ecosystem, name, id)
  ) STRICT, WITHOUT ROWID;

  -- Ratings of advisories that state none, from others of the same vulnerability.
  CREATE TABLE lent_rating (
    id       TEXT PRIMARY KEY,
    severity TEXT,
    score    REAL,
    vector   TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fact (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${NAMING_TABLE}`;
