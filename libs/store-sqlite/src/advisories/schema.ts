/** Version of the tables below; a reader refuses files of another. */
export const INDEX_FORM = 1;

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
`;
