import { atomicToUsd, systemClock, usdToAtomic } from '@stackcheck/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context';
import { runProgram } from '../run-program';
import { SettingsError } from '../settings';
import { json } from '../text';
import type { DoctorContext, RealPurchase } from './doctor-context';
import { examine } from './examine';
import type { Finding } from './finding';
import { reportLines } from './report';

/** `doctor`: looks at everything that a service needs, from the environment that it runs with. Changes nothing. */
export function doctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('looks at configuration, disk, ledger, keys, facilitators, chain, data and the running service')
    .option('--json', 'as JSON')
    .option('--strict', 'warnings are faults')
    .option('--buy', 'buy the cheapest answer with real money, through PUBLIC_BASE_URL, with the key of --buy-key')
    .option('--buy-key <file>', 'private key of a wallet for this alone: 64 hex digits, of its owner alone')
    .addOption(
      new Option('--buy-most <usd>', 'what one purchase may cost; ten times as much in a day')
        .argParser(toUsd)
        .default(MOST, atomicToUsd(MOST)),
    )
    .addHelpText('after', '\nExit codes: 0 no fault, 1 a fault, 2 wrong usage or a configuration that cannot be used')
    .action(async ({ json: asJson, strict, ...buying }: DoctorOptions) => {
      const findings: Finding[] = [];
      for await (const finding of examine(await doctorContext(context, realPurchase(buying)))) {
        findings.push(finding);
        if (!asJson)
          context.write(
            reportLines(finding, context.columns)
              .map((line) => `${line}\n`)
              .join(''),
          );
      }
      const count = (level: Finding['level']): number => findings.filter((each) => each.level === level).length;
      const summary = { faults: count('fault'), warnings: count('warning'), skipped: count('skipped') };
      if (asJson) context.write(`${json({ ...summary, findings })}\n`);
      else context.write(`${summary.faults} faults, ${summary.warnings} warnings, ${summary.skipped} skipped\n`);
      context.exit(summary.faults + (strict ? summary.warnings : 0) > 0 ? 1 : 0);
    });
}

const MOST = usdToAtomic('0.01');

interface DoctorOptions {
  readonly json?: true;
  readonly strict?: true;
  readonly buy?: true;
  readonly buyKey?: string;
  readonly buyMost: bigint;
}

/** Money is spent only where both were said: that it is, and whose. */
function realPurchase({ buy, buyKey, buyMost }: Omit<DoctorOptions, 'json' | 'strict'>): RealPurchase | undefined {
  if ((buy === true) !== (buyKey !== undefined)) throw new SettingsError('--buy and --buy-key FILE belong together');
  return buyKey === undefined ? undefined : { keyFile: buyKey, most: buyMost };
}

function toUsd(text: string): bigint {
  try {
    return usdToAtomic(text);
  } catch {
    throw new InvalidArgumentError('It must be an amount in USD: 0.01.');
  }
}

/** The API is loaded for its configuration alone, and only here: it takes a moment. */
async function doctorContext(context: CommandContext, buy: RealPurchase | undefined): Promise<DoctorContext> {
  const { ConfigError, readConfig } = await import('@stackcheck/api');
  const run = context.runProgram ?? runProgram;
  try {
    const config = readConfig(context.env);
    const { env } = context;
    return { config, buy, clock: systemClock, env, runProgram: (name, args) => run(name, args, env, 'ignore') };
  } catch (error) {
    throw error instanceof ConfigError ? new SettingsError(error.message) : error;
  }
}
