import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { SettingsError } from '../settings';
import { libpqEnvironment } from './libpq-environment';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A dump that is put into a database. */
export interface DumpToPipe {
  readonly url: string;
  readonly file: string;
  readonly env: Environment;
  /** Major version of the server. */
  readonly serverMajor: number;
  /** SQL after all of it, in the same transaction. */
  readonly last: string;
}

/** The first server that knows `transaction_timeout`, which clients of that version set in every script (PostgreSQL 17 release notes). */
const KNOWS_TRANSACTION_TIMEOUT = 17;
/** Longest beginning of a script in which settings stand, in bytes. */
const HEAD_BYTES = 4_096;
/** What belongs to the server and not to the ledger, and what the role of the ledger may not make. */
const OF_THE_SERVER = /^\d+; \d+ \d+ (EXTENSION|SCHEMA|COMMENT - (EXTENSION|SCHEMA)) /;

/**
 * Puts a dump into a database with `pg_restore` and `psql`: all of it and a last statement in one transaction, or nothing.
 * @throws Error in the words of those programs
 */
export async function pipeDump({ url, file, env, serverMajor, last }: DumpToPipe): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-restore-'));
  const list = join(folder, 'list');
  try {
    writeFileSync(list, await contentsOf(file, url, env));
    const script = ['--no-owner', '--no-privileges', `--use-list=${list}`, '--file=-', file];
    const reading = start('pg_restore', script, url, env);
    const how = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-'];
    const writing = start('psql', how, url, env);
    // A script that ends early must not be committed: psql is ended before it sees an end.
    const read = reading.ended.catch((error: unknown) => {
      writing.child.kill('SIGKILL');
      throw error;
    });
    const copied = copyScript(reading.child, writing.child.stdin!, serverMajor);
    const write = writing.ended.catch((error: unknown) => {
      reading.child.kill('SIGKILL');
      throw error;
    });
    const first = await Promise.race([
      write.then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
      Promise.all([read, copied]).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ),
    ]);
    await Promise.allSettled(first === undefined ? [] : [read, write, copied]);
    if (first !== undefined) throw first.error;
    writing.child.stdin!.end(last);
    await write;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program of PostgreSQL to its end. @throws Error in its words */
export async function runClient(
  program: string,
  args: readonly string[],
  url: string,
  env: Environment,
): Promise<void> {
  const { child, ended } = start(program, args, url, env);
  child.stdin!.end();
  child.stdout!.resume();
  await ended;
}

/** Runs one that asks no server, and gives what it printed. @throws SettingsError where it is not installed, Error in its words */
export async function readClient(
  program: string,
  args: readonly string[],
  url: string,
  env: Environment,
): Promise<string> {
  const { child, ended } = start(program, args, url, env);
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await ended;
  return text;
}

async function contentsOf(file: string, url: string, env: Environment): Promise<string> {
  const text = await readClient('pg_restore', ['--list', file], url, env);
  return text
    .split('\n')
    .filter((line) => !OF_THE_SERVER.test(line))
    .join('\n');
}

/** Resolves when all was handed over; the other program's input stays open. */
async function copyScript({ stdout }: ChildProcess, to: Writable, serverMajor: number): Promise<void> {
  to.on('error', () => undefined);
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stdout! as AsyncIterable<Buffer>) {
    if (head === undefined) await handOver(to, chunk);
    else if ((head = Buffer.concat([head, chunk])).length >= HEAD_BYTES) {
      await handOver(to, withoutNewSettings(head, serverMajor));
      head = undefined;
    }
  }
  if (head !== undefined) await handOver(to, withoutNewSettings(head, serverMajor));
}

function withoutNewSettings(head: Buffer, serverMajor: number): Buffer {
  if (serverMajor >= KNOWS_TRANSACTION_TIMEOUT) return head;
  return Buffer.from(head.toString('latin1').replace(/^SET transaction_timeout = 0;\n/m, ''), 'latin1');
}

function handOver(to: Writable, bytes: Buffer): Promise<void> | undefined {
  if (to.destroyed || to.write(bytes)) return undefined;
  return new Promise((resolve) => {
    to.once('drain', resolve);
    to.once('close', resolve);
  });
}

const SAID_MAX = 400;

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** Password and place are in its environment alone; what it says is passed on without the password. */
function start(program: string, args: readonly string[], url: string, env: Environment): Started {
  const environment = libpqEnvironment(url, env);
  const asksServer =
    args[0] !== '--list' && args[0] !== '--version' && !(args.includes('--file=-') && program === 'pg_restore');
  const child = spawn(program, [...args, ...(asksServer ? ['--no-password'] : [])], {
    env: environment,
    stdio: 'pipe',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, SAID_MAX)));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new SettingsError(`${program} is not installed here: it is in Debian's postgresql-client`)
          : error,
      ),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const password = environment['PGPASSWORD'];
      const words = password ? said.replaceAll(password, '…') : said;
      reject(new Error(`${program} failed: ${words.trim() || `exit code ${code}`}`));
    });
  });
  return { child, ended };
}
