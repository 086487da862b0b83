import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import type { WalletBook } from '@stackcheck/store-sqlite/gas';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { SettingsError } from '../settings';
import { json } from '../text';
import { backUp } from './backup';
import { databasesIn, filesBelow } from './contents';
import { putInPlace, withProven, type Proven } from './restore';
import { beforeInSeries, isSeries, newestInSeries, nextInSeries } from './series';
import { readKeyFile } from './sealed-file';

interface Options {
  readonly keyFile: string;
  readonly full?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `backup` and `restore`: the ledger, the book of the gas wallet, the keys and the sold snapshots of DATA_DIR, in one encrypted file. */
export function backupCommands(program: Command, context: CommandContext): void {
  const keyHelp = ['--key-file <file>', 'holds 64 hex digits, of its owner alone: openssl rand -hex 32'] as const;
  program
    .command('backup')
    .description('payments, gas wallet book, keys and sold snapshots of DATA_DIR, encrypted; safe while the API sells')
    .argument('<place>', 'a folder: what changed since its newest backup; or a file that does not exist: whole')
    .requiredOption(...keyHelp)
    .option('--full', 'whole, in a folder, too')
    .option('--dry-run', 'only say what would be written')
    .option('--json', 'as JSON')
    .action((file: string, options: Options) => backup(file, options, context));
  program
    .command('restore')
    .description(
      'proves a backup, then puts it in the place of what DATA_DIR holds, which is kept aside; not while the API runs',
    )
    .argument('<place>', 'a backup, with those that it goes on from next to it; or their folder: the newest')
    .requiredOption(...keyHelp)
    .option('--verify', 'prove it and change nothing')
    .option('--dry-run', 'prove it and say what would be replaced')
    .option('--json', 'as JSON')
    .action((file: string, options: Options & { verify?: true }) => restore(file, options, context));
}

async function backup(
  place: string,
  { keyFile, full, dryRun, json: asJson }: Options,
  context: CommandContext,
): Promise<void> {
  const dataDir = dataDirOf(context);
  const key = readKeyFile(keyFile);
  const inSeries = isSeries(place);
  const file = inSeries ? nextInSeries(resolve(place), systemClock) : place;
  const before = inSeries && !full ? beforeInSeries(resolve(place), key) : undefined;
  const goesOn = before === undefined ? '' : `, what changed since ${before.file}`;
  if (dryRun) {
    if (!existsSync(join(dataDir, 'payments.db'))) throw new Error(`there is no ledger in ${dataDir}`);
    const files = [...databasesIn(dataDir), ...filesBelow(dataDir)];
    return say(
      context,
      asJson,
      { written: false, files },
      `would write ${file} with ${files.length} files: ${files.join(', ')}${goesOn}`,
    );
  }
  const { manifest, bytes } = await backUp(dataDir, resolve(file), key, systemClock, before);
  const { taken_at, files } = manifest;
  say(
    context,
    asJson,
    { written: true, file, bytes, taken_at, files, base: manifest.base?.file ?? null },
    `${file}: ${files.length} files as of ${taken_at}, ${bytes} bytes${goesOn}`,
  );
}

async function restore(
  place: string,
  { keyFile, verify, dryRun, json: asJson }: Options & { readonly verify?: true },
  context: CommandContext,
): Promise<void> {
  const dataDir = dataDirOf(context);
  const key = readKeyFile(keyFile);
  if (!existsSync(place)) throw new SettingsError(`there is no ${place}`);
  const file = isSeries(place) ? newestInSeries(place) : place;
  if (file === undefined) throw new SettingsError(`there is no backup in ${place}`);
  await withProven(file, key, dataDir, async (proven, folder) => {
    const { payments, wallets, faults } = proven;
    const about = { taken_at: proven.manifest.taken_at, payments, wallets: wallets.map(walletJson), faults };
    if (proven.faults.length > 0) {
      for (const fault of proven.faults) context.complain(`FAULT  ${fault}`);
      context.complain('nothing was replaced');
      return context.exit(1);
    }
    if (verify || dryRun) {
      const would = dryRun ? `; would replace what ${dataDir} holds` : '';
      return say(context, asJson, { ...about, restored: false }, `${proofOf(proven)}${would}`);
    }
    const { aside, isBookKept } = await putInPlace(folder, dataDir, systemClock);
    const kept = aside === null ? '' : `; what was there is in ${aside}`;
    const book = isBookKept ? '; gas.db stays as it was, since it is not older' : '';
    const done = { ...about, restored: true, aside, gas_db_kept: isBookKept };
    say(context, asJson, done, `${proofOf(proven)}; restored into ${dataDir}${kept}${book}`);
  });
}

function proofOf({ manifest: { taken_at, files }, payments, wallets }: Proven): string {
  const signed = wallets.length === 0 ? '' : ', signed transactions';
  return `${payments} payments as of ${taken_at}: seal, ${files.length} sums, event chain, histories${signed} and keys are sound`;
}

function walletJson({ chainId, wallet, next, unfinished }: WalletBook): object {
  return { chain_id: chainId, wallet, next_nonce: next, unfinished };
}

function dataDirOf({ env }: CommandContext): string {
  if (env['LEDGER_URL']?.trim() || env['LEDGER_URL_FILE']?.trim())
    throw new SettingsError(
      'LEDGER_URL is set: back PostgreSQL up with its own tools (pg_basebackup), see docs/nodes.md',
    );
  return resolve(env['DATA_DIR']?.trim() || './data');
}

function say({ write }: CommandContext, asJson: true | undefined, value: object, text: string): void {
  write(`${asJson ? json(value) : text}\n`);
}
