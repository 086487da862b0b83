import { createRequire } from 'node:module';
import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** What is on a disk while no process has it open. */
export interface DatabaseFiles {
  readonly database: Buffer;
  readonly log?: Buffer | undefined;
}

/** Where SQLite notes in a file's header that somebody else changed it, and its copy of that number. */
const CHANGE_COUNTER_AT = [24, 92] as const;
/** Settings that a connection keeps from its last process: they are the same again, and setting them would recompile all statements. */
const KEPT_SETTINGS = /^(foreign_keys|trusted_schema|locking_mode|journal_mode) *=/;

const kept = new Set<Database.Database>();
const idle = new Map<string, Database.Database>();
const recyclable = new Set<string>();
const compiled = new WeakMap<Database.Database, Map<string, Database.Statement>>();
const realPragma = Database.prototype.pragma;
let changes = 0x4000_0000;

/**
 * Lets one connection serve many boots, because opening a file, reading its schema and compiling statements takes far longer than
 * all statements of a schedule. A closed connection is kept. Before the next process gets it, it leaves its write-ahead log, its
 * files are replaced by those of the process, and it recovers the write-ahead log that lies next to them by SQLite's own
 * recovery, as a new connection would. Must be loaded before the ledger, which keeps the constructor that it finds.
 */
const isPossible = intercept();

/**
 * Puts files where the next connection to this path will find them.
 * @param isExclusive whether no other connection will be opened to them meanwhile; only then one is kept
 */
export function placeFiles(path: string, files: DatabaseFiles, isExclusive: boolean): void {
  const connection = idle.get(path);
  if (isPossible && isExclusive) recyclable.add(path);
  if (connection) leaveFiles(connection);
  const { database, log } = files;
  changes++;
  for (const at of CHANGE_COUNTER_AT) database.writeUInt32BE(changes, at);
  writeFileSync(path, database);
  if (log) writeFileSync(`${path}-wal`, log);
  else if (existsSync(`${path}-wal`)) unlinkSync(`${path}-wal`);
  if (connection) enterFiles(connection);
}

/** Closes what was kept for files in this folder. */
export function forgetConnections(folder: string): void {
  for (const [path, connection] of idle) {
    if (!path.startsWith(folder)) continue;
    idle.delete(path);
    kept.delete(connection);
    recyclable.delete(path);
    connection.close();
  }
}

function leaveFiles(connection: Database.Database): void {
  expectMode(connection, 'memory');
  // Its locks go with the next read, and with them all that it remembers of the file.
  set(connection, 'locking_mode = NORMAL');
  set(connection, 'user_version');
}

function enterFiles(connection: Database.Database): void {
  set(connection, 'locking_mode = EXCLUSIVE');
  expectMode(connection, 'wal');
}

function expectMode(connection: Database.Database, mode: 'memory' | 'wal'): void {
  const got = set(connection, `journal_mode = ${mode}`);
  if (got !== mode) throw new Error(`a kept connection is in mode ${String(got)}`);
}

/** The pragma itself, also of a connection that is spared its settings. */
function set(connection: Database.Database, setting: string): unknown {
  return realPragma.call(connection, setting, { simple: true });
}

/** @returns false where modules cannot be replaced, as under a test runner with a registry of its own */
function intercept(): boolean {
  const load = createRequire(__filename);
  const entry = load.cache[load.resolve('better-sqlite3')];
  if (entry?.exports !== Database) return false;
  entry.exports = new Proxy(Database, {
    construct(real, [path, ...options]: [string, ...unknown[]]) {
      const connection = idle.get(path);
      if (!connection) return Reflect.construct(real, [path, ...options]) as object;
      idle.delete(path);
      return connection;
    },
  });
  const prototype = Database.prototype as Database.Database;
  const { close, prepare } = prototype;
  prototype.close = function (this: Database.Database) {
    if (!recyclable.has(this.name) || this.inTransaction) return close.call(this);
    kept.add(this);
    idle.set(this.name, this);
    return this;
  };
  prototype.pragma = function (this: Database.Database, source: string, options?: Database.PragmaOptions): unknown {
    if (!kept.has(this) || !KEPT_SETTINGS.test(source)) return realPragma.call(this, source, options);
    return source.startsWith('journal_mode') ? 'wal' : undefined;
  };
  prototype.prepare = function (this: Database.Database, source: string) {
    return compiledOnce(this, source, () => prepare.call(this, source));
  } as typeof prototype.prepare;
  return true;
}

/** A statement that is compiled when it is first used, once per connection: most boots use few of them. */
function compiledOnce(
  connection: Database.Database,
  source: string,
  compile: () => Database.Statement,
): Database.Statement {
  let own: Database.Statement | undefined;
  const real = (): Database.Statement => {
    if (own) return own;
    let known = compiled.get(connection);
    if (!known) compiled.set(connection, (known = new Map()));
    own = known.get(source);
    if (!own) known.set(source, (own = compile()));
    return own;
  };
  // Who wants rows in another form gets a statement of his own.
  const lazy = {
    get: (...args: unknown[]) => real().get(...args),
    all: (...args: unknown[]) => real().all(...args),
    run: (...args: unknown[]) => real().run(...args),
    iterate: (...args: unknown[]) => real().iterate(...args),
    raw: (toggle?: boolean) => compile().raw(toggle),
    pluck: (toggle?: boolean) => compile().pluck(toggle),
  };
  return lazy as unknown as Database.Statement;
}
