import { spawn } from 'node:child_process';
import type { RestoreTarget } from '@stackcheck/store-postgres/restore';
import { SettingsError } from '../settings';
import { proofOf, type LedgerProof } from './ledger-proof';
import { libpqEnvironment } from './libpq-environment';

/** How the ledger of `LEDGER_URL` is called in a backup: PostgreSQL's own format of dumps. */
export const LEDGER_DUMP = 'payments.pgdump';

type Environment = Readonly<Record<string, string | undefined>>;

/** Writes the ledger as of one moment, with `pg_dump`; it goes on selling. @throws Error in the words of that program */
export async function dumpLedger(url: string, file: string, env: Environment): Promise<void> {
  await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url, env);
}

/**
 * Puts a dump into the database of `LEDGER_URL`, which must be empty, in one transaction, and proves it there. One that is not sound is marked, so
 * that no node sells over it.
 * @throws Error when the database is not empty, or `pg_restore` failed: nothing was written then
 */
export async function restoreLedger(url: string, file: string, env: Environment): Promise<LedgerProof> {
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  try {
    await refuseFull(target);
    const proof = await fill(url, file, env);
    if (proof.faults.length > 0) await target.stop('a backup was restored that is not sound');
    return proof;
  } finally {
    await target.close();
  }
}

/** Looks whether a dump could be put into the database of `LEDGER_URL`. @throws SettingsError when it is not empty */
export async function requireEmpty(url: string): Promise<void> {
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  await refuseFull(target).finally(() => target.close());
}

/**
 * Proves a dump in a database of its own on the server of `LEDGER_URL`, which is removed again.
 * @throws Error when there can be none, or `pg_restore` failed
 */
export async function proveDump(url: string, file: string, env: Environment): Promise<LedgerProof> {
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  try {
    const scratch = await target.makeScratch().catch((error: unknown) => {
      const why = (error as { readonly message?: string }).message ?? 'it was refused';
      throw new SettingsError(`no database can be made for the proof (${why}): use a role with CREATEDB in LEDGER_URL`);
    });
    try {
      return await fill(scratch.url, file, env);
    } finally {
      await scratch.drop();
    }
  } finally {
    await target.close();
  }
}

async function refuseFull(target: RestoreTarget): Promise<void> {
  if (await target.isEmpty()) return;
  throw new SettingsError(
    `the database ${target.name} is not empty, and a backup never replaces one: make another (createdb) and name it in LEDGER_URL`,
  );
}

async function fill(url: string, file: string, env: Environment): Promise<LedgerProof> {
  const { openPostgresReader } = await import('@stackcheck/store-postgres');
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const how = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const database = libpqEnvironment(url, env)['PGDATABASE']!;
  await run('pg_restore', [...how, `--dbname=${database}`, file], url, env);
  // A backup may be of an earlier version.
  const filled = await openRestoreTarget(url);
  await filled.bringUpToDate().finally(() => filled.close());
  return proofOf(openPostgresReader(url));
}

const SAID_MAX = 400;

/** Password and place are in its environment alone; what it says is passed on without the password. */
function run(program: string, args: readonly string[], url: string, env: Environment): Promise<void> {
  const environment = libpqEnvironment(url, env);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, '--no-password'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(0, SAID_MAX)));
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
}
