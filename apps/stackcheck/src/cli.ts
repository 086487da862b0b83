import { FORMATS } from '@stackcheck/inventory';
import { Command, CommanderError, Option } from 'commander';
import { check, quote, type CheckDeps, type CheckFlags } from './commands/check';
import { inventory, INVENTORY_FORMATS, type InventoryFlags } from './commands/inventory';
import { accept, writeKnown, type AcceptFlags } from './commands/accept';
import { collectGarbage, exportData, importData, pullData, showData, type ImportFlags } from './commands/data';
import { mcp, type McpFlags } from './commands/mcp';
import { model, toTokens, type ModelFlags } from './commands/model';
import { listCycles } from './commands/product-cycles';
import { asInventory, requireCves } from './commands/subjects';
import { verify, type VerifyFlags } from './commands/verify';
import { watch, type WatchFlags } from './commands/watch';
import { capOptions, checkOptions, payOptions } from './commands/option-lists';
import { CHOICES, collect, toDay, toHours, toUsd } from './commands/options';
import { CliError, EXIT, type ExitCode } from './program/exit-code';
import { CONFIG_FILE, loadProject, type ProjectFlags } from './project/project';
import { openService, type PayFlags } from './paying/service';
import { billOf } from './sources/api-source';
import { chooseModels, chooseSource, dataFolder, type SourceFlags } from './sources/choose-source';
import type { Streams } from './terminal/streams';
import { VERSION } from './program/version';

/** Runs one command line. Never throws: a fault of ours is said, too, and ends with 2. */
export async function runCli(args: readonly string[], streams: Streams): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = buildProgram(streams, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    streams.progress('');
    if (!(error instanceof CliError)) {
      streams.note(`stackcheck: ${faultText(error, streams.env)}`);
      return EXIT.usage;
    }
    streams.note(`stackcheck: ${error.message}`);
    return error.exitCode;
  }
}

/** A fault of the system, such as a full disk, speaks for itself; of any other one the place is shown on demand. */
function faultText(error: unknown, env: Streams['env']): string {
  if (!(error instanceof Error)) return String(error);
  if (env['STACKCHECK_DEBUG'] !== undefined) return error.stack ?? error.message;
  return 'code' in error
    ? error.message
    : `a fault of this program: ${error.message} (STACKCHECK_DEBUG=1 shows its place)`;
}

function buildProgram(streams: Streams, exit: (code: ExitCode) => void): Command {
  const program = new Command('stackcheck')
    .description(
      'Says what of a folder, an image or a list of packages is at its end of life, exploited, vulnerable or malicious.',
    )
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: streams.write, writeErr: (text) => streams.note(text.trimEnd()) })
    .enablePositionalOptions();
  const checkDeps = (flags: SourceFlags & ProjectFlags): CheckDeps => ({
    streams,
    source: () => chooseSource(flags, streams),
    bill: (stack) => billOf(stack, openService(flags, streams)),
    project: loadProject(flags, streams),
  });
  const paths = ['[path...]', 'files and folders, this one unless said; - is standard input'] as const;
  payOptions(
    checkOptions(
      program
        .command('check', { isDefault: true })
        .description('read what is there and judge it; what runs without a command'),
    ),
  )
    .argument(...paths)
    .action(async (given: readonly string[], flags: AllFlags) => exit(await check(given, flags, checkDeps(flags))));
  payOptions(
    checkOptions(program.command('quote').description('what the answers of the service would cost, without paying')),
  )
    .argument(...paths)
    .action(async (given: readonly string[], flags: AllFlags) => exit(await quote(given, flags, checkDeps(flags))));
  const subject = (
    name: string,
    description: string,
    argument: string,
    what: string,
    deps: (given: readonly string[]) => Partial<CheckDeps>,
  ) =>
    payOptions(checkOptions(program.command(name).description(description)))
      .argument(argument, what)
      .action(async (given: readonly string[], flags: AllFlags) =>
        exit(await check([], flags, { ...checkDeps(flags), ...deps(given) })),
      );
  subject('image', 'container images', '<ref...>', 'such as node:18-alpine', (images) => ({
    given: () => [asInventory({ images })],
  }));
  subject('purl', 'packages by their package URLs', '<purl...>', 'such as pkg:npm/lodash@4.17.15', (purls) => ({
    given: () => [asInventory({ purls })],
  }));
  subject('cve', 'vulnerabilities: which are known to be exploited', '<id...>', 'such as CVE-2021-44228', (cves) => ({
    given: () => [],
    cves: requireCves(cves),
  }));
  payOptions(checkOptions(program.command('eol').description('products and their release cycles')))
    .argument('<product...>', 'nodejs@18 is judged, of nodejs all cycles are listed')
    .action(async (names: readonly string[], flags: AllFlags) => {
      const [products, whole] = [
        names.filter((name) => name.includes('@')),
        names.filter((name) => !name.includes('@')),
      ];
      if (whole.length > 0) exit(listCycles(whole, flags, chooseSource(flags, streams), streams));
      if (products.length > 0)
        exit(await check([], flags, { ...checkDeps(flags), given: () => [asInventory({ products })] }));
    });
  payOptions(program.command('model').description('the cheapest LLM for a mix of tokens'))
    .addOption(new Option('--source <source>', 'where answers come from').choices(CHOICES.source))
    .option('--max-age <hours>', 'how old snapshots may be: 48h, 7d', toHours)
    .option('--input <tokens>', 'of each request', toTokens)
    .option('--output <tokens>', 'of each request', toTokens)
    .option('--cache-read <tokens>', 'of each request, read from a cache', toTokens)
    .option('--reasoning <tokens>', 'of each request', toTokens)
    .option('--requests <number>', 'how many (1)', toTokens)
    .option('--min-context <tokens>', 'the least context', toTokens)
    .option('--tool-call', 'calls tools')
    .option('--structured-output', 'answers in a given form')
    .option('--open-weights', 'whose weights are public')
    .option('--provider <name>', 'only of these; repeatable', collect)
    .option('--model <name>', 'only these; repeatable', collect)
    .option('--prefer-maker', 'of equal models that of its maker first')
    .option('--limit <number>', 'how many are listed (5)', toTokens)
    .addOption(new Option('--format <format>').choices(['table', 'json']).default('table'))
    .action(async (flags: ModelFlags & SourceFlags) =>
      exit(await model(flags, { streams, ask: chooseModels(flags, streams) })),
    );
  payOptions(checkOptions(program.command('watch').description('check again, and report only what changed')))
    .argument(...paths)
    .option('--state <file>', 'remembers the last check', 'stackcheck.watch.json')
    .action(async (given: readonly string[], flags: AllFlags & WatchFlags) =>
      exit(await watch(given, flags, checkDeps(flags))),
    );
  program
    .command('verify')
    .description('what a saved answer or download proves, without a network')
    .argument('<file>', 'saved with curl -i; - is standard input')
    .option('--url <url>', 'that was asked')
    .option('--manifest <file>', 'of a snapshot that it names; repeatable', collect)
    .option('--keys <file>', 'the published keys; the trusted ones otherwise')
    .action((file: string, flags: VerifyFlags) => exit(verify(file, flags, dataFolder(streams), streams)));
  program
    .command('formats')
    .description('the kinds of files that are read')
    .action(() => streams.write(FORMATS.map(({ id, label }) => `${id.padEnd(24)}${label}\n`).join('')));
  program
    .command('accept')
    .description('accept a finding until a day: adds an entry to stackcheck.toml')
    .argument('<finding>', 'a CVE or another id, or product[@cycle]')
    .requiredOption('--until <day>', 'the last day, at most a year from now', toDay)
    .requiredOption('--reason <text>', 'why')
    .option('--package <purl>', 'only in this package, with or without a version')
    .option('--path <glob>', 'only in these files')
    .option('--config <file>', CONFIG_FILE)
    .action((finding: string, flags: AcceptFlags) => exit(accept(finding, flags, streams)));
  const baseline = program.command('baseline').description('what is known, so that only what is new counts');
  payOptions(checkOptions(baseline.command('write').description('write down what is found now')))
    .argument(...paths)
    .action(async (given: readonly string[], flags: AllFlags) =>
      exit(await writeKnown(given, flags, checkDeps(withoutBaseline(flags)))),
    );
  program
    .command('inventory')
    .description('list what was read, from where')
    .argument(...paths)
    .addOption(new Option('--format <format>').choices(INVENTORY_FORMATS).default('table'))
    .option('--exclude <glob>', 'leave out what matches; repeatable', collect)
    .option('--as <format>', 'read named files and standard input as this format')
    .action((paths: readonly string[], flags: InventoryFlags) => exit(inventory(paths, flags, streams)));
  capOptions(
    program.command('mcp').description('serve tools to an agent: the Model Context Protocol on stdin and stdout'),
  )
    .option(
      '--root <folder>',
      'projects below it may be read; repeatable, the working folder where it is not said',
      collect,
    )
    .addOption(
      new Option('--source <source>', 'where answers come from').choices(CHOICES.mcpSource).default('snapshot'),
    )
    .option('--max-age <hours>', 'how old snapshots may be: 48h, 7d', toHours)
    .option('--confirm-above <usd>', 'what costs more has to be approved by a person', toUsd)
    .action(async (flags: McpFlags) => exit(await mcp(flags, streams)));
  addDataCommands(program.command('data').description('snapshots to ask without a network'), streams, exit);
  return program;
}

/** All flags of a check. */
type AllFlags = CheckFlags & SourceFlags & ProjectFlags;

/** A baseline that is written again holds what the one before held: it is read where it is there. */
function withoutBaseline(flags: AllFlags): AllFlags {
  const { baseline: _written, ...others } = flags;
  return others;
}

function addDataCommands(data: Command, streams: Streams, exit: (code: ExitCode) => void): void {
  const folder = () => dataFolder(streams);
  payOptions(data.command('pull').description('buy the newest snapshots: eol, kev and osv unless said'))
    .argument('[dataset...]', 'eol, kev, osv, epss, models')
    .option('--repin', 'trust the keys that the service publishes now in place of those that are trusted')
    .action(async (ids: readonly string[], flags: PayFlags & { readonly dryRun?: boolean; readonly repin?: boolean }) =>
      exit(await pullData(ids, flags, { folder: folder(), service: openService(flags, streams), streams })),
    );
  data
    .command('import')
    .description('put downloads, bought or mirrored, into the data folder once they are proven')
    .argument('<file...>', 'snapshots, packs and bundles; - is standard input')
    .option('--manifest <file>', 'the manifest that signs a pack')
    .option('--keys <file>', "the service's published keys, to trust from now on")
    .option('--repin', 'trust the keys of --keys in place of those before')
    .action((files: readonly string[], flags: ImportFlags) => exit(importData(files, flags, folder(), streams)));
  data
    .command('export')
    .description('all data as one file, to carry to where there is no network')
    .argument('<file>')
    .action((file: string) => exit(exportData(file, folder(), streams)));
  data
    .command('status')
    .description('what is there, and how old it is')
    .argument('[dataset...]', 'all unless said')
    .action((ids: readonly string[]) => exit(showData(ids, { verify: false }, folder(), streams)));
  data
    .command('verify')
    .description('check signatures and digests of all that is there')
    .argument('[dataset...]', 'all unless said')
    .action((ids: readonly string[]) => exit(showData(ids, { verify: true }, folder(), streams)));
  data
    .command('gc')
    .description('remove what is no longer current')
    .action(() => exit(collectGarbage(folder(), streams)));
}
