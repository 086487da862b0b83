import { systemClock } from '@stackcheck/contract';
import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentState } from '@stackcheck/payment-x402/ledger';
import { DatabaseOpenError, SchemaError } from '@stackcheck/store-sqlite/payments';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ChainError, ChainReader } from './audit/chain-reader';
import type { CliDeps, ExitCode } from './cli-deps';
import { audit, type AuditOptions } from './commands/audit';
import { exportCsv } from './commands/export-csv';
import { listPayments, type ListOptions } from './commands/list';
import { move } from './commands/move';
import { nodesCommand, pauseCommands } from './commands/nodes';
import { revenue, type RevenueOptions } from './commands/revenue';
import { showPayment } from './commands/show';
import { verifyLedger } from './commands/verify';
import { openEnds } from './move/open-ends';
import { openLedger } from './open-ledger';
import { readSettings, SettingsError } from './settings';

/** Runs one command line. Payments are only read, but for `migrate`; `pause` and `resume` switch instances. Never throws. */
export async function runCli(args: readonly string[], deps: CliDeps): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = buildProgram(deps, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    deps.complain(describe(error));
    return error instanceof SettingsError ? 2 : 1;
  }
}

function buildProgram(deps: CliDeps, exit: (code: ExitCode) => void): Command {
  const print = (text: string): void => deps.write(`${text}\n`);
  const looking = async <T>(look: (reader: PaymentReader) => Promise<T>): Promise<T> => {
    const reader = await openLedger(readSettings(deps.env));
    try {
      return await look(reader);
    } finally {
      await reader.close();
    }
  };
  const program = new Command('payments')
    .description('Looks into the payment ledger of DATA_DIR, or of LEDGER_URL.')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({ writeOut: deps.write, writeErr: (text) => deps.complain(text.trimEnd()) });
  program
    .command('list')
    .description('the newest payments')
    .addOption(new Option('--state <state>', 'only in this state').choices(STATES))
    .option('--since <time>', 'claimed since then: 2026-11-20, an ISO instant, or 30m, 24h, 7d ago', toTime)
    .option('--limit <number>', 'at most so many', toCount, 50)
    .option('--json', 'as JSON, amounts in atomic USDC')
    .action((options: ListOptions) => looking(async (reader) => print(await listPayments(reader, options))));
  program
    .command('show')
    .description('one payment with its history')
    .argument('<id|nonce|identifier>')
    .option('--json', 'as JSON, amounts in atomic USDC')
    .action((name: string, options: { json?: true }) =>
      looking(async (reader) => {
        const text = await showPayment(reader, name, options);
        if (text !== null) return print(text);
        deps.complain('there is no such payment');
        return exit(1);
      }),
    );
  program
    .command('reconcile')
    .description('close open payments (a command of the API program; not while the API runs, unless with --dry-run)')
    .option('--dry-run', 'only say what would be done')
    .action(() => {
      deps.complain('reconcile is run by `npm run payments -- reconcile`, which starts the API program for it');
      exit(2);
    });
  program
    .command('export')
    .description('all payments, oldest first')
    .requiredOption('--csv', 'as CSV (RFC 4180)')
    .action(() =>
      looking(async (reader) => {
        for await (const record of exportCsv(reader)) deps.write(record);
      }),
    );
  program
    .command('revenue')
    .description('what settled payments brought in')
    .addOption(new Option('--by <what>', 'per route or per day (UTC)').choices(['route', 'day']).default('day'))
    .option('--plot', 'as bars')
    .option('--sandbox', 'sandbox payments, which move no money, instead of real ones')
    .addOption(new Option('--json', 'as JSON, amounts in atomic USDC').conflicts('plot'))
    .action((options: RevenueOptions) => looking(async (reader) => print(await revenue(reader, options))));
  program
    .command('ledger')
    .description('the ledger as a whole')
    .command('verify')
    .description('check the file, its schema, the event chain and the history of every payment')
    .option('--json', 'as JSON')
    .action((options: { json?: true }) =>
      looking(async (reader) => {
        const { text, isSound } = await verifyLedger(reader, options);
        (isSound || options.json ? print : deps.complain)(text);
        exit(isSound ? 0 : 1);
      }),
    );
  nodesCommand(program, { ...deps, exit });
  pauseCommands(program, { ...deps, exit });
  program
    .command('migrate')
    .description('move the ledger: from DATA_DIR to PostgreSQL, or from LEDGER_URL to a file; nothing may use either')
    .requiredOption('--to <store>', 'postgres://user@host:port/database (password from PGPASSWORD) or sqlite:PATH')
    .option('--dry-run', 'only say what would be moved, and what is in the way')
    .action(async ({ to, dryRun }: { readonly to: string; readonly dryRun?: true }) => {
      const ends = await openEnds(readSettings(deps.env), to, () => systemClock.now());
      const { text, isDone } = await move(ends, dryRun === true, (what) => deps.complain(`${what} …`));
      (isDone ? print : deps.complain)(text);
      exit(isDone ? 0 : 1);
    });
  program
    .command('audit')
    .description('chain against ledger, row by row; needs RPC_URL, and NETWORK and PAY_TO as the API has them')
    .option('--from-block <number>', 'begin there instead of at the first payment', toCount)
    .option('--all', 'also list what agrees')
    .option('--json', 'as JSON, amounts in atomic USDC')
    .action((options: AuditOptions) =>
      looking(async (reader) => {
        const settings = readSettings(deps.env);
        if (settings.rpcUrl === null) throw new SettingsError('RPC_URL must name a node to audit against');
        const chain = new ChainReader(settings.rpcUrl, settings.network.chainId);
        try {
          const { text, agrees } = await audit(reader, chain, settings, options);
          print(text);
          exit(agrees ? 0 : 1);
        } finally {
          chain.close();
        }
      }),
    );
  return program;
}

const STATES = ['settling', 'settled', 'refused', 'unknown', 'released'] as const satisfies readonly PaymentState[];

const EXIT_CODES = `
A program of the API, with the API's configuration:
  reconcile [--dry-run]  settles what is open; see reconcile --help

Exit codes:
  0  done, and nothing is wrong
  1  a fault or a difference was found, nothing was found, or it could not be done
  2  wrong usage or configuration`;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function toTime(text: string): number {
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  if (ago) return systemClock.now() - Number(ago[1]) * UNIT_MS[ago[2]!]!;
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It must be a day, an instant such as 2026-11-20T12:00:00Z, or 24h.');
  return ms;
}

function toCount(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** What a ledger in PostgreSQL may say, whose library is loaded only when it is used. */
const LEDGER_FAULTS: ReadonlySet<string> = new Set([
  'LedgerAwayError',
  'LedgerMoveError',
  'LedgerSchemaError',
  'ServerRefusedError',
]);

/** Known faults by their message; of an unknown one the stack, since nobody foresaw it. */
function describe(error: unknown): string {
  const known =
    [SettingsError, DatabaseOpenError, SchemaError, ChainError].some((type) => error instanceof type) ||
    LEDGER_FAULTS.has((error as { readonly name?: string }).name ?? '');
  const { message, stack } = error as { message?: string; stack?: string };
  return (known ? message : stack) ?? String(error);
}
