import type { RestoreTarget } from '@stackcheck/store-postgres/restore';
import { SettingsError } from '../settings';
import { proofOf, type LedgerProof } from './ledger-proof';
import { pipeDump, runClient, type Environment } from './libpq-programs';

/** How the ledger of `LEDGER_URL` is called in a backup: PostgreSQL's own format of dumps. */
export const LEDGER_DUMP = 'payments.pgdump';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A database was filled with a backup and cannot be used. */
export class RestoreError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'RestoreError';
  }
}

/** Writes the ledger as of one moment, with `pg_dump`; it goes on selling. @throws Error in the words of that program */
export async function dumpLedger(url: string, file: string, env: Environment): Promise<void> {
  await runClient('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url, env);
}

/** What nodes say that start over a ledger which is not proven yet. */
const BEING_RESTORED = 'a backup is being restored into this database, and is not proven yet';

/**
 * Puts a dump into the database of `LEDGER_URL`, which must be empty, in one transaction that also marks it, so that no node sells over it;
 * proves it there, has `use` go on with the proof, and takes the mark away when that resolves. A node that starts meanwhile waits, or is refused. Of
 * one that is not sound, and where `use` rejects, the mark stays.
 * @throws Error when the database is not empty, or a program of PostgreSQL failed: nothing was written then
 * @throws RestoreError when it was filled and cannot be used
 */
export async function restoreLedger<T>(
  url: string,
  file: string,
  env: Environment,
  use: (proof: LedgerProof) => Promise<T>,
): Promise<T> {
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  try {
    await target.keepOthersOut();
    await refuseFull(target);
    await fill(url, file, env, BEING_RESTORED);
    try {
      await target.bringUpToDate();
      const proof = await proveThere(url);
      if (proof.faults.length > 0) await target.mark('a backup was restored that is not sound');
      const used = await use(proof);
      if (proof.faults.length === 0) await target.mark(null);
      return used;
    } catch (error) {
      throw new RestoreError(
        `${reasonOf(error)}; the database ${target.name} was filled, and no node sells over it: drop it, make it again (createdb -T template0) and restore once more`,
        { cause: error },
      );
    }
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
    // Payments of customers must not stay behind in a database that nobody knows of.
    const drop = (): Promise<void> => scratch.drop().catch(() => undefined);
    const broken = (): void => void drop().finally(() => process.exit(130));
    for (const signal of SIGNALS) process.once(signal, broken);
    try {
      await fill(scratch.url, file, env);
      const filled = await openRestoreTarget(scratch.url);
      // A backup may be of an earlier version.
      await filled.bringUpToDate().finally(() => filled.close());
      return await proveThere(scratch.url);
    } finally {
      for (const signal of SIGNALS) process.removeListener(signal, broken);
      await drop();
    }
  } finally {
    await target.close();
  }
}

async function refuseFull(target: RestoreTarget): Promise<void> {
  if (await target.isEmpty()) return;
  throw new SettingsError(
    `the database ${target.name} is not empty, and a backup never replaces one: make another (createdb -T template0) and name it in LEDGER_URL`,
  );
}

/** @param why no node sells over it for this reason, from the first moment in which it can be seen */
async function fill(url: string, file: string, env: Environment, why?: string): Promise<void> {
  const { markStatement, openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  const major = await target.serverMajor().finally(() => target.close());
  await pipeDump({ url, file, env, serverMajor: major, last: why === undefined ? '' : markStatement(why) });
}

async function proveThere(url: string): Promise<LedgerProof> {
  const { openPostgresReader } = await import('@stackcheck/store-postgres');
  return proofOf(openPostgresReader(url));
}

function reasonOf(error: unknown): string {
  return (error as { readonly message?: string } | null)?.message ?? String(error);
}
