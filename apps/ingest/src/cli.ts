import type { DatasetId } from '@stackcheck/datasets';
import type { Retention } from '@stackcheck/datasets/publish';
import { isDatasetId } from '@stackcheck/datasets/registry';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { showDelta } from './commands/deltas';
import {
  collectSnapshots,
  listSnapshots,
  rollbackSnapshot,
  showSnapshot,
  verifySnapshots,
  type ChangeOptions,
} from './commands/snapshots';
import type { CommandResult } from './commands/command-result';
import { ConfigError, readIngestConfig } from './config/config';
import { foreseenFault } from './operations/faults';
import { whileMeasured } from './worker/while-measured';
import { followSource } from './worker/run-follower';
import { isGood } from './operations/report';
import { ALL_DATASETS } from './parts/all-datasets';
import { runIngestOnce, runStarter, withParts, type RunOptions } from './worker/run';
import type { IngestParts } from './parts/ingest-parts';
import { runWorker } from './worker/worker';

/** What the command line reads from and writes to. */
export interface CliDeps extends Pick<RunOptions, 'override'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Ends the scheduled worker. */
  readonly stop: AbortSignal;
}

/** 0: published, unchanged or as asked; 1: refused or failed; 2: wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command line. Never throws. */
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
    return error instanceof ConfigError ? 2 : 1;
  }
}

function buildProgram(deps: CliDeps, exit: (code: ExitCode) => void): Command {
  const program = new Command('ingest')
    .description(
      "Fetches upstream data and publishes signed snapshots. Without options: at each dataset's cadence, until stopped.",
    )
    .argument('[dataset...]', 'datasets to refresh; all when none is named', collectDataset)
    .option('--once', 'refresh once and end')
    .option(
      '--starter',
      'give the API something to serve without asking upstream: starter data where there is none, stored data sealed again',
    )
    .option(
      '--publish-to <place>',
      'also put every publication there, signed, for other nodes: a folder or s3://bucket/prefix; as PUBLISH_TO',
    )
    .option('--check-config', 'check the configuration and end')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.print(text.trimEnd()),
      writeErr: (text) => deps.complain(text.trimEnd()),
    })
    .action(async (datasets: DatasetId[], options: IngestOptions) => {
      const { publishTo } = options;
      const config = readIngestConfig({ ...deps.env, ...(publishTo === undefined ? {} : { PUBLISH_TO: publishTo }) });
      const ids = datasets.length > 0 ? datasets : ALL_DATASETS;
      if (options.checkConfig) return deps.print('the configuration is sound');
      if (config.snapshotSource !== null)
        return exit(await followSource(config, ids, deps.stop, { ...options, ...deps }));
      if (options.starter) {
        const outcomes = await runStarter(config, { ...deps, datasets: ids });
        return exit(outcomes.every(({ kind }) => kind !== 'refused' && kind !== 'busy') ? 0 : 1);
      }
      if (options.once) {
        const reports = await runIngestOnce(config, { ...deps, datasets: ids });
        return exit(reports.every(({ outcome }) => isGood(outcome)) ? 0 : 1);
      }
      await withParts(config, deps, (parts) => whileMeasured(parts, ids, () => runWorker(parts, ids, deps.stop)));
    });
  addSnapshotsCommand(program, deps, exit);
  return program;
}

interface IngestOptions {
  readonly once?: true;
  readonly starter?: true;
  readonly checkConfig?: true;
  readonly publishTo?: string;
}

function addSnapshotsCommand(program: Command, deps: CliDeps, exit: (code: ExitCode) => void): void {
  // Made by the program, a subcommand takes over how it writes and ends.
  const snapshots = program
    .command('snapshots')
    .description('Looks after stored snapshots.')
    .option(
      '--dataset <id>',
      'which dataset; else the one that the snapshot id names, or all that are stored',
      toDataset,
    )
    .option('--json', 'one JSON document on standard output');
  const run = async (command: SnapshotsCommand, snapshotId?: string) => {
    const options = snapshots.opts<{ dataset?: DatasetId; json?: true }>();
    const named = options.dataset ?? datasetOf(snapshotId);
    const results = await withParts(readIngestConfig(deps.env), deps, async (parts) => {
      const done: (CommandResult & { readonly dataset: DatasetId })[] = [];
      for (const dataset of named ? [named] : storedDatasets(parts))
        done.push({ dataset, ...(await command(parts, dataset)) });
      return done;
    });
    const documents = results.map(({ dataset, ok, facts }) => ({ dataset, ok, ...facts }));
    if (options.json) deps.print(JSON.stringify({ schema: 1, results: documents }, null, 2));
    else for (const { lines, ok } of results) for (const line of lines) (ok ? deps.print : deps.complain)(line);
    exit(results.every(({ ok }) => ok) ? 0 : 1);
  };
  snapshots
    .command('list')
    .description('what is stored, newest first')
    .action(() => run(listSnapshots));
  snapshots
    .command('show')
    .description('the manifest of a snapshot, of the current one unless named')
    .argument('[id]')
    .action((id?: string) => run((parts, dataset) => showSnapshot(parts, dataset, id), id));
  snapshots
    .command('verify')
    .description('digests, signatures, chain and deltas of all stored snapshots')
    .action(() => run(verifySnapshots));
  snapshots
    .command('delta')
    .description('how much changed between an earlier snapshot and the current one')
    .argument('<from>')
    .action((from: string) => run((parts, dataset) => showDelta(parts, dataset, from), from));
  snapshots
    .command('rollback')
    .description('make the content of an earlier snapshot current again, as a new snapshot')
    .argument('<id>')
    .option('--dry-run', DRY_RUN)
    .action((id: string, options: ChangeOptions) =>
      run((parts, dataset) => rollbackSnapshot(parts, dataset, id, options), id),
    );
  snapshots
    .command('gc')
    .description('remove old snapshots')
    .option('--keep-count <number>', 'always keep so many of the newest', toCount, 60)
    .option('--keep-days <number>', 'always keep those of so many last days', toCount, 30)
    .option('--dry-run', DRY_RUN)
    .action((options: Retention & ChangeOptions) => run((parts, dataset) => collectSnapshots(parts, dataset, options)));
}

const DRY_RUN = 'say what would be done, and do nothing';

const EXIT_CODES = `
Exit codes:
  0  published, unchanged, or done as asked
  1  refused or failed; the last good snapshot stays
  2  wrong usage or configuration`;

type SnapshotsCommand = (parts: IngestParts, id: DatasetId) => CommandResult | Promise<CommandResult>;

/** The dataset that a snapshot id begins with. */
function datasetOf(snapshotId: string | undefined): DatasetId | undefined {
  const name = snapshotId?.split('-')[0] ?? '';
  return isDatasetId(name) ? name : undefined;
}

/** The datasets with a snapshot; the first one where nothing is stored, so that a command has something to say. */
function storedDatasets({ store }: IngestParts): readonly DatasetId[] {
  const stored = ALL_DATASETS.filter((id) => store.state(id).currentSnapshotId !== null);
  return stored.length > 0 ? stored : ALL_DATASETS.slice(0, 1);
}

function toDataset(text: string): DatasetId {
  if (isDatasetId(text)) return text;
  throw new InvalidArgumentError(`There is no such dataset; known: ${ALL_DATASETS.join(', ')}.`);
}

function collectDataset(text: string, before: DatasetId[] | undefined): DatasetId[] {
  return [...(before ?? []), toDataset(text)];
}

function toCount(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Known faults by their message; of an unknown one the stack, since nobody foresaw it. */
function describe(error: unknown): string {
  return foreseenFault(error) ?? (error as { stack?: string }).stack ?? String(error);
}
