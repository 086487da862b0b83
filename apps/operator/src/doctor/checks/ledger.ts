import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentReader } from '@stackcheck/payment-x402';
import { clientVersions, versionFault, versionRemedy } from '../../backup/client-version';
import type { Environment } from '../../backup/libpq-programs';
import { openLedger } from '../../open-ledger';
import type { Check } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, skipped, warning, fault } = findingsOf('ledger');

const HOUR_MS = 3_600_000;
const LISTED_MAX = 1_000;
/** Bytes 18 and 19 of a database in WAL mode (SQLite file format 1.3). */
const WAL = 2;

/** Where payments are kept: that it opens with the schema of this program, its mode, and what stays open in it. */
export const ledger: Check = {
  name: 'ledger',
  async run({ config, clock, env }) {
    const { ledger: kept, dataDir, payments } = config;
    const ledgerFile = join(dataDir, 'payments.db');
    if (payments.mode === 'off') return [skipped('payments are off')];
    if (kept.kind === 'sqlite' && !existsSync(ledgerFile)) return [skipped('there is none yet: the API makes it')];
    const ledgerUrl = kept.kind === 'postgres' ? kept.url : null;
    let reader: PaymentReader;
    try {
      reader = await openLedger({ ledgerFile, ledgerUrl });
    } catch (error) {
      return [notOpened(error, kept.kind)];
    }
    try {
      const open = await reader.list({ state: 'unknown', limit: LISTED_MAX });
      const old = open.filter(({ createdAt }) => createdAt < clock.now() - HOUR_MS).length;
      const opened =
        kept.kind === 'postgres' ? 'PostgreSQL answers' : `payments.db, ${statSync(ledgerFile).size} bytes`;
      return [
        ok(`${opened}, with the schema of this program`),
        ...(kept.kind === 'sqlite' ? modeOf(ledgerFile) : [await dumpedBy(kept.url, env)]),
        old === 0
          ? ok('no payment has been unknown for an hour')
          : fault(
              `${old} payments have been unknown for more than an hour`,
              'their buyers may have paid and wait for their answers',
              'npm run payments -- list --state unknown; then docs/runbook.md, "StackcheckUnknownPayments"',
            ),
      ];
    } finally {
      await reader.close();
    }
  },
};

function notOpened(error: unknown, kind: 'sqlite' | 'postgres'): Finding {
  const reason = error instanceof Error ? error.message : 'the ledger cannot be opened';
  const why = 'without its ledger the API takes no payment';
  if (kind === 'postgres') return fault(reason, why, 'look at the server and LEDGER_URL; then docs/nodes.md');
  return fault(reason, why, 'look at the disk; then docs/runbook.md, "A lost or damaged ledger"');
}

/** Whether a backup can be made from here. */
async function dumpedBy(url: string, env: Environment): Promise<Finding> {
  const why = 'no backup of the ledger can be made from here';
  try {
    const versions = await clientVersions(url, env);
    const found = versionFault(versions);
    if (found !== null) return fault(found, why, versionRemedy(versions));
    return ok(`pg_dump of PostgreSQL ${versions.client} can back up the server of LEDGER_URL (${versions.server})`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'pg_dump cannot be run';
    return warning(reason, why, 'install postgresql-client, or make the backups where it is');
  }
}

function modeOf(file: string): readonly Finding[] {
  const handle = openSync(file, 'r');
  const bytes = Buffer.alloc(2);
  try {
    readSync(handle, bytes, 0, 2, 18);
  } finally {
    closeSync(handle);
  }
  if (bytes[0] === WAL && bytes[1] === WAL) return [];
  return [
    warning(
      'the write-ahead log is off',
      'something else has opened payments.db',
      'find out what, and start the API again',
    ),
  ];
}
