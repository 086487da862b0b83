import fs, { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { driverFault } from './driver';
import { migrate, schemaState, SchemaError, type Migration } from './migrate';
import { DatabaseOpenError, openDatabase, type Connection } from './open';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-open-'))));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const STEPS: readonly Migration[] = [
  { name: 'first', sql: 'CREATE TABLE a (x INTEGER NOT NULL) STRICT' },
  { name: 'second', sql: 'CREATE TABLE b (y TEXT NOT NULL) STRICT' },
];

describe('openDatabase', () => {
  it('syncs at every commit, in WAL mode, with foreign keys on and the schema untrusted', () => {
    const database = openDatabase(join(folder, 'a.db'));

    const settings = ['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys', 'trusted_schema'].map((name) =>
      database.pragma(name, { simple: true }),
    );
    database.close();

    expect(settings).toEqual(['wal', 2, 5000, 1, 0]);
  });

  it('keeps the file and its log to the owner', () => {
    const path = join(folder, 'a.db');
    writeFileSync(path, '', { mode: 0o644 });

    const database = openDatabase(path);
    database.exec('CREATE TABLE t (x)');
    const modes = [path, `${path}-wal`].map((file) => statSync(file).mode & 0o777);
    database.close();

    expect(modes).toEqual([0o600, 0o600]);
  });

  // Other systems do not tell which locks there are.
  (existsSync('/proc/locks') ? it : it.skip)('leaves the locks of an earlier connection (needs /proc/locks)', () => {
    const path = join(folder, 'a.db');
    const first = openDatabase(path);
    first.exec('CREATE TABLE t (x)');
    const locks = (): string[] => {
      const own = new RegExp(` ${process.pid} \\S+:${statSync(path).ino} `);
      return readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => own.test(line))
        .map((line) => line.replace(/^\d+: /, ''));
    };
    const before = locks();

    const second = openDatabase(path);

    expect(before).toHaveLength(1);
    expect(locks()).toEqual(before);
    second.close();
    first.close();
  });

  it.each([false, true])('refuses a file that is no database, naming it; reading only: %j', (readOnly) => {
    const path = join(folder, 'a.db');
    writeFileSync(path, 'these are not the bytes of a database '.repeat(100));

    expect(() => openDatabase(path, { readOnly })).toThrow(DatabaseOpenError);
    expect(() => openDatabase(path, { readOnly })).toThrow(`cannot open database "${path}": file is not a database`);
  });

  it('gives the code of what is wrong with a file, and its cause', () => {
    const path = join(folder, 'a.db');
    writeFileSync(path, 'these are not the bytes of a database '.repeat(100));
    const fault = (open: () => unknown): unknown => {
      try {
        return open();
      } catch (error) {
        return error;
      }
    };

    expect(fault(() => openDatabase(path))).toMatchObject({ code: 'SQLITE_NOTADB', cause: { code: 'SQLITE_NOTADB' } });
    expect(fault(() => openDatabase(join(folder, 'absent', 'a.db')))).toMatchObject({ code: 'ENOENT' });
    expect(new DatabaseOpenError('x', { code: 'MINE', cause: { code: 'OTHER' } }).code).toBe('MINE');
    expect(new DatabaseOpenError('x', { cause: { code: 5 } }).code).toBeUndefined();
    expect(new DatabaseOpenError('x').code).toBeUndefined();
  });

  it('says that the disk is full where it is', () => {
    jest.spyOn(fs, 'chmodSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('write failed'), { code: 'ENOSPC' });
    });
    const path = join(folder, 'a.db');

    expect(() => openDatabase(path)).toThrow(
      `cannot open database "${path}": the disk is full; make room in ${folder} and try again`,
    );
  });

  it('is refused where the file system has no write-ahead log', () => {
    const { pragma } = Database.prototype as Connection;
    jest.spyOn(Database.prototype as Connection, 'pragma').mockImplementation(function (this: Connection, ...args) {
      return args[0] === 'journal_mode = WAL' ? 'delete' : pragma.apply(this, args);
    });

    expect(() => openDatabase(join(folder, 'a.db'))).toThrow(
      new DatabaseOpenError('the file system refuses SQLite\'s write-ahead log (got "delete")'),
    );
  });

  it('changes nothing about a file that it only reads', () => {
    const path = join(folder, 'a.db');
    openDatabase(path).close();
    chmodSync(path, 0o640);

    const reader = openDatabase(path, { readOnly: true });
    const settings = ['foreign_keys', 'trusted_schema', 'busy_timeout'].map((name) =>
      reader.pragma(name, { simple: true }),
    );
    reader.close();

    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(settings).toEqual([1, 0, 5_000]);
  });

  it('reads only, and never creates, when asked to', () => {
    const path = join(folder, 'a.db');
    expect(() => openDatabase(path, { readOnly: true })).toThrow(DatabaseOpenError);
    openDatabase(path).close();

    const reader = openDatabase(path, { readOnly: true });

    expect(() => reader.exec('CREATE TABLE t (x)')).toThrow(/readonly/);
    reader.close();
  });
});

describe('driverFault', () => {
  it.each([
    ['20.20.2', '20.20.2', false],
    ['24.18.0', '24.18.0', false],
    ['24.21.0', '24.18.0', false],
    ['24.21.0', null, false],
    ['24.19.0', '24.19.0', true],
    ['24.21.0', '24.21.0', true],
    ['26.10.0', '26.10.0', false],
  ])('on Node %s with a driver compiled against %s: refused %s', (node, headers, refused) => {
    expect(driverFault(node, headers) !== undefined).toBe(refused);
  });
});

describe('migrate', () => {
  it('applies each step once and continues where an older program stopped', () => {
    const database = openDatabase(join(folder, 'a.db'));
    expect(schemaState(database, STEPS)).toBe('absent');

    migrate(database, STEPS.slice(0, 1));
    expect(schemaState(database, STEPS)).toBe('behind');
    migrate(database, STEPS);
    migrate(database, STEPS);

    expect(schemaState(database, STEPS)).toBe('current');
    database.prepare('INSERT INTO b VALUES (?)').run('kept');
    database.close();
  });

  it('refuses a database that a newer program wrote', () => {
    const database = openDatabase(join(folder, 'a.db'));
    migrate(database, STEPS);

    expect(() => migrate(database, STEPS.slice(0, 1))).toThrow(SchemaError);
    expect(() => schemaState(database, STEPS.slice(0, 1))).toThrow(/newer program/);
    database.close();
  });

  it('refuses a step that was edited after it was applied', () => {
    const database = openDatabase(join(folder, 'a.db'));
    migrate(database, STEPS);

    const edited = [{ ...STEPS[0]!, sql: 'CREATE TABLE a (x TEXT) STRICT' }, STEPS[1]!];

    expect(() => migrate(database, edited)).toThrow(/step 1/);
    database.close();
  });

  it('leaves nothing behind when a step fails', () => {
    const database = openDatabase(join(folder, 'a.db'));

    expect(() => migrate(database, [STEPS[0]!, { name: 'broken', sql: 'CREATE TABLE' }])).toThrow();

    expect(schemaState(database, STEPS)).toBe('absent');
    database.close();
  });
});
