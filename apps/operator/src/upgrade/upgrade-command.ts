import { resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { json, table } from '../text';
import { findDatabases, upgrade, upgradeFaults, type FoundDatabase } from './upgrade';

/** `upgrade`: brings the databases of DATA_DIR to the schema of this program, after a copy of each. */
export function upgradeCommand(program: Command, context: CommandContext): void {
  program
    .command('upgrade')
    .description('checks, copies and migrates the databases of DATA_DIR for this version; not while the API runs')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nAPI and ingest do the same at their start, without the copy; docs/operations.md has the way back.',
    )
    .action((options: Options) => run(options, context));
}

interface Options {
  readonly dryRun?: true;
  readonly json?: true;
}

async function run({ dryRun, json: asJson }: Options, context: CommandContext): Promise<void> {
  const { env, write, complain, exit } = context;
  const dataDir = resolve(env['DATA_DIR']?.trim() || './data');
  const found = findDatabases(dataDir);
  const faults = upgradeFaults(dataDir, found, systemClock);
  const databases = found.map(({ name, schema }) => ({ name, ...schema }));
  if (!asJson) write(found.length === 0 ? `there is no database in ${dataDir} yet\n` : `${tableOf(found, context)}\n`);
  if (faults.length > 0 || dryRun) {
    if (asJson) write(`${json({ changed: false, databases, faults })}\n`);
    else for (const fault of faults) complain(fault);
    return exit(faults.length > 0 ? 1 : 0);
  }
  const done = await upgrade(dataDir, found, systemClock, (line) => asJson || complain(line));
  if (asJson) write(`${json({ changed: done.kept !== null, databases, ...done })}\n`);
  else {
    const ledger = done.payments === null ? '' : `; ${done.payments} payments, histories and event chain proven`;
    const what = done.kept === null ? 'nothing was behind' : `migrated; as they were, they are in ${done.kept}`;
    if (done.faults.length === 0) write(`${what}${ledger}\n`);
    for (const fault of done.faults) complain(`FAULT  ${fault}`);
  }
  exit(done.faults.length > 0 ? 1 : 0);
}

function tableOf(found: readonly FoundDatabase[], { columns }: CommandContext): string {
  const rows = found.map(({ name, schema }) =>
    schema.kind === 'refused'
      ? [name, '', 'cannot be used by this program']
      : [name, schema.applied.length, schema.kind === 'current' ? 'current' : `behind: ${schema.missing.join(', ')}`],
  );
  return table(['database', 'schema', 'state'], rows, columns);
}
