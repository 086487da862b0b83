import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import {
  copyDatabase,
  DATABASE_NAMES,
  ledgerHeldUntil,
  ledgerLock,
  readSchema,
  upgradeDatabase,
  type DatabaseName,
  type SchemaReading,
} from '@stackcheck/store-sqlite/upgrade';
import { syncFolder } from '../backup/backup';

/** A database of a data folder, and how far its schema has come. */
export interface FoundDatabase {
  readonly name: DatabaseName;
  readonly schema: SchemaReading;
}

/** Each database that is there. Changes nothing. */
export function findDatabases(dataDir: string): readonly FoundDatabase[] {
  return DATABASE_NAMES.flatMap((name) => {
    const schema = readSchema(name, join(dataDir, name));
    return schema === undefined ? [] : [{ name, schema }];
  });
}

/** Why the databases may not be brought up to this program now, each with what would do; nothing where they may. */
export function upgradeFaults(dataDir: string, found: readonly FoundDatabase[], clock: Clock): readonly string[] {
  const refused = found.flatMap(({ name, schema }) => (schema.kind === 'refused' ? [`${name}: ${schema.reason}`] : []));
  const isLedgerBehind = found.some(({ name, schema }) => name === 'payments.db' && schema.kind === 'behind');
  const untilMs = isLedgerBehind ? ledgerHeldUntil(join(dataDir, 'payments.db')) : null;
  return untilMs === null || untilMs <= clock.now() ? refused : [...refused, IS_USED];
}

const IS_USED = 'payments.db: an API takes payments with it, or did half a minute ago: stop it first';

/** What came of an upgrade. */
export interface Upgraded {
  /** Where the databases are kept as they were; null where nothing was to be done. */
  readonly kept: string | null;
  readonly migrated: readonly { readonly name: DatabaseName; readonly steps: readonly string[] }[];
  /** Of the ledger, after it. */
  readonly payments: number | null;
  readonly faults: readonly string[];
}

/**
 * Copies each database that is behind into `before-upgrade-<time>`, brings it to the schema of this program, one transaction each, and proves
 * the ledger, which no process of this machine takes payments with meanwhile, one that was frozen included. Broken off anywhere it is done again:
 * what is not copied is not migrated.
 * @param say what is being done, for long work
 */
export async function upgrade(
  dataDir: string,
  found: readonly FoundDatabase[],
  clock: Clock,
  say: (line: string) => void,
): Promise<Upgraded> {
  const behind = found.flatMap(({ name, schema }) =>
    schema.kind === 'behind' ? [{ name, steps: schema.missing }] : [],
  );
  const lock = ledgerLock(join(dataDir, 'payments.db'));
  if (behind.some(({ name }) => name === 'payments.db') && !lock.take())
    return { kept: null, migrated: [], payments: null, faults: [IS_USED] };
  try {
    return await upgradeBehind(dataDir, behind, clock, say);
  } finally {
    lock.release();
  }
}

async function upgradeBehind(
  dataDir: string,
  behind: Upgraded['migrated'],
  clock: Clock,
  say: (line: string) => void,
): Promise<Upgraded> {
  const kept = behind.length === 0 ? null : join(dataDir, `before-upgrade-${stamp(clock)}`);
  if (kept !== null) mkdirSync(kept, { mode: 0o700 });
  for (const { name } of behind) {
    say(`copying ${name}`);
    await copyDatabase(join(dataDir, name), join(kept!, name));
  }
  if (kept !== null) syncFolder(kept);
  for (const { name, steps } of behind) {
    say(`migrating ${name}: ${steps.join(', ')}`);
    upgradeDatabase(name, join(dataDir, name));
  }
  say('proving the ledger');
  return { kept, migrated: behind, ...(await proveLedger(join(dataDir, 'payments.db'))) };
}

async function proveLedger(file: string): Promise<Pick<Upgraded, 'payments' | 'faults'>> {
  if (!existsSync(file)) return { payments: null, faults: [] };
  const reader = await openPaymentReader(file);
  try {
    let payments = 0;
    for await (const _payment of reader.all()) payments++;
    return { payments, faults: await reader.faults() };
  } finally {
    await reader.close();
  }
}

function stamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
}
