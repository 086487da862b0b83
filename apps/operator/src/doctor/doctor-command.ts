import { systemClock } from '@stackcheck/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context';
import { runProgram } from '../run-program';
import { SettingsError } from '../settings';
import { json } from '../text';
import type { DoctorContext } from './doctor-context';
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
    .addHelpText('after', '\nExit codes: 0 no fault, 1 a fault, 2 wrong usage or a configuration that cannot be used')
    .action(async ({ json: asJson, strict }: { json?: true; strict?: true }) => {
      const findings: Finding[] = [];
      for await (const finding of examine(await doctorContext(context))) {
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

/** The API is loaded for its configuration alone, and only here: it takes a moment. */
async function doctorContext(context: CommandContext): Promise<DoctorContext> {
  const { ConfigError, readConfig } = await import('@stackcheck/api');
  const run = context.runProgram ?? runProgram;
  try {
    const config = readConfig(context.env);
    return { config, clock: systemClock, runProgram: (name, args) => run(name, args, context.env, 'ignore') };
  } catch (error) {
    throw error instanceof ConfigError ? new SettingsError(error.message) : error;
  }
}
