import { Command, CommanderError } from 'commander';
import { runCli } from './cli';
import type { ExitCode } from './cli-deps';
import type { CommandContext, OperatorDeps } from './command-context';
import { backupCommands } from './backup/backup-commands';
import { nodesCommand } from './commands/nodes';
import { doctorCommand } from './doctor/doctor-command';
import { keysCommand } from './keys/keys-command';
import { runProgram, type ProgramName } from './run-program';
import { SettingsError } from './settings';
import { upgradeCommand } from './upgrade/upgrade-command';

/** One command line in front of all that an operator does. Never throws. */
export async function runOperator(args: readonly string[], deps: OperatorDeps): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = buildProgram({ ...deps, exit: (result) => (code = result) });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    deps.complain(error instanceof Error ? error.message : 'unexpected fault');
    return error instanceof SettingsError ? 2 : 1;
  }
}

function buildProgram(context: CommandContext): Command {
  const program = new Command('operator')
    .description('Looks after an installation: its payments, data, keys and health.')
    .addHelpText('after', EXIT_CODES)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: context.write, writeErr: (text) => context.complain(text.trimEnd()) });
  passOn(program, 'payments', 'the payment ledger: list, show, revenue, audit, reconcile, …', (args) =>
    payments(args, context),
  );
  passOn(program, 'snapshots', 'stored snapshots: list, show, verify, rollback, …', (args) =>
    other('snapshots', args, context),
  );
  nodesCommand(program, context);
  keysCommand(program, context);
  backupCommands(program, context);
  doctorCommand(program, context);
  upgradeCommand(program, context);
  return program;
}

/** A command with a command line of its own, `--help` included. */
function passOn(
  program: Command,
  name: string,
  description: string,
  run: (args: readonly string[]) => Promise<void>,
): void {
  program
    .command(name)
    .description(description)
    .argument('[arguments...]')
    .passThroughOptions()
    .allowUnknownOption()
    .helpOption(false)
    .action((args: string[]) => run(args));
}

/** `reconcile` settles, so it is a program of the API; everything else only looks. */
async function payments(args: readonly string[], context: CommandContext): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'reconcile') return other('reconcile', rest, context);
  context.exit(await runCli(args, context));
}

async function other(name: ProgramName, args: readonly string[], context: CommandContext): Promise<void> {
  context.exit(await (context.runProgram ?? runProgram)(name, args, context.env));
}

const EXIT_CODES = `
Each command has --help, and --json where it prints a table.

Exit codes:
  0  done, and nothing is wrong
  1  a fault was found, or it could not be done
  2  wrong usage or configuration`;
