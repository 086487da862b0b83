import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import type { WalletBook } from '@stackcheck/store-sqlite/gas';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { readSettings, SettingsError } from '../settings';
import { json } from '../text';
import { backUp } from './backup';
import { requireClient } from './client-version';
import { databasesIn, filesBelow } from './contents';
import { dumpLedger, LEDGER_DUMP, proveDump, requireEmpty, restoreLedger } from './ledger-dump';
import type { LedgerProof } from './ledger-proof';
import { proveFile, putInPlace, whileStopped, withProven, type Proven } from './restore';
import { beforeInSeries, isSeries, newestInSeries, nextInSeries } from './series';
import { readKeyFile } from './sealed-file';

interface Options {
  readonly keyFile: string;
  readonly full?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `backup` and `restore`: the ledger, be it a file or in PostgreSQL, the book of the gas wallet, the keys and the sold snapshots of DATA_DIR, in one encrypted file. */
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
  const { dataDir, ledgerUrl } = placesOf(context);
  const key = readKeyFile(keyFile);
  if (ledgerUrl !== null) await requireClient(ledgerUrl, context.env);
  const inSeries = isSeries(place);
  const file = inSeries ? nextInSeries(resolve(place), systemClock) : place;
  const before = inSeries && !full ? beforeInSeries(resolve(place), key) : undefined;
  const goesOn = before === undefined ? '' : `, what changed since ${before.file}`;
  if (dryRun) {
    if (ledgerUrl === null && !existsSync(join(dataDir, 'payments.db')))
      throw new Error(`there is no ledger in ${dataDir}`);
    const ledger = ledgerUrl === null ? [] : [LEDGER_DUMP];
    const files = [...ledger, ...databasesIn(dataDir, ledgerUrl !== null), ...filesBelow(dataDir)];
    return say(
      context,
      asJson,
      { written: false, files },
      `would write ${file} with ${files.length} files: ${files.join(', ')}${goesOn}`,
    );
  }
  const dump = ledgerUrl === null ? undefined : (to: string) => dumpLedger(ledgerUrl, to, context.env);
  const { manifest, bytes } = await backUp(dataDir, resolve(file), key, systemClock, before, dump);
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
  const { dataDir, ledgerUrl } = placesOf(context);
  const key = readKeyFile(keyFile);
  if (!existsSync(place)) throw new SettingsError(`there is no ${place}`);
  const file = isSeries(place) ? newestInSeries(place) : place;
  if (file === undefined) throw new SettingsError(`there is no backup in ${place}`);
  const proveLedger = async (folder: string): Promise<LedgerProof> => {
    const dump = join(folder, LEDGER_DUMP);
    if (existsSync(dump) !== (ledgerUrl !== null))
      throw new SettingsError(OTHER_LEDGER[ledgerUrl === null ? 'file' : 'url']);
    if (ledgerUrl === null) return proveFile(folder);
    if (verify) return proveDump(ledgerUrl, dump, context.env);
    await requireEmpty(ledgerUrl);
    return { payments: null, faults: [] };
  };
  await withProven(file, key, dataDir, proveLedger, async (unpacked, folder) => {
    const asProven = (): void => replace(unpacked, { payments: unpacked.payments, faults: [] }, folder);
    if (unpacked.faults.length > 0 || verify || dryRun) return asProven();
    return whileStopped(folder, dataDir, systemClock, () =>
      ledgerUrl === null
        ? asProven()
        : restoreLedger(ledgerUrl, join(folder, LEDGER_DUMP), context.env, async (filled) =>
            replace(unpacked, filled, folder),
          ),
    );
  });

  function replace(unpacked: Proven, filled: LedgerProof, folder: string): void {
    const proven = { ...unpacked, payments: filled.payments, faults: [...unpacked.faults, ...filled.faults] };
    const { payments, wallets, faults } = proven;
    const about = { taken_at: proven.manifest.taken_at, payments, wallets: wallets.map(walletJson), faults };
    if (faults.length > 0) {
      for (const fault of faults) context.complain(`FAULT  ${fault}`);
      context.complain(filled.faults.length === 0 ? 'nothing was replaced' : NOT_SOUND);
      return context.exit(1);
    }
    if (verify || dryRun) {
      const would = dryRun ? `; would replace what ${dataDir} holds` : '';
      return say(context, asJson, { ...about, restored: false }, `${proofOf(proven)}${would}`);
    }
    const { aside, isBookKept } = putInPlace(folder, dataDir, systemClock);
    const kept = aside === null ? '' : `; what was there is in ${aside}`;
    const book = isBookKept ? '; gas.db stays as it was, since it is not older' : '';
    const done = { ...about, restored: true, aside, gas_db_kept: isBookKept };
    say(
      context,
      asJson,
      done,
      `${proofOf(proven)}; restored into ${ledgerUrl === null ? '' : 'LEDGER_URL and '}${dataDir}${kept}${book}`,
    );
  }
}

/** What a backup and the environment must agree on, by what the environment names. */
const OTHER_LEDGER = {
  file: 'this backup holds a ledger of PostgreSQL: set LEDGER_URL to an empty database',
  url: 'this backup holds payments.db: restore it without LEDGER_URL, then move it (payments migrate --to)',
} as const;

const NOT_SOUND =
  'the database of LEDGER_URL was filled and is not sound: drop it; no node sells over it, and nothing else was replaced';

function proofOf({ manifest: { taken_at, files }, payments, wallets }: Proven): string {
  const signed = wallets.length === 0 ? '' : ', signed transactions';
  if (payments === null) return `as of ${taken_at}: seal, ${files.length} sums${signed} and keys are sound`;
  return `${payments} payments as of ${taken_at}: seal, ${files.length} sums, event chain, histories${signed} and keys are sound`;
}

function walletJson({ chainId, wallet, next, unfinished }: WalletBook): object {
  return { chain_id: chainId, wallet, next_nonce: next, unfinished };
}

/** Where what is backed up or replaced lies; the ledger in the data folder where its URL is null. */
function placesOf({ env }: CommandContext): { readonly dataDir: string; readonly ledgerUrl: string | null } {
  return { dataDir: resolve(env['DATA_DIR']?.trim() || './data'), ledgerUrl: readSettings(env).ledgerUrl };
}

function say({ write }: CommandContext, asJson: true | undefined, value: object, text: string): void {
  write(`${asJson ? json(value) : text}\n`);
}
