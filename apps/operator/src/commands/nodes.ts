import type { Cluster } from '@stackcheck/store-postgres';
import type { Command } from 'commander';
import type { CliDeps, ExitCode } from '../cli-deps';
import { openCluster } from '../open-ledger';
import { readSettings } from '../settings';
import { instant, json, plain, table } from '../text';

interface Options {
  readonly json?: true;
  readonly dryRun?: true;
  readonly machineIsGone?: boolean;
}

const HOW_TO_GO_ON = 'run payments audit and payments ledger verify, then resume --audited';
const IS_ELSEWHERE = 'set LEDGER_URL to where it is now, or DATA_DIR to its folder';

type Context = CliDeps & { readonly exit: (code: ExitCode) => void };

/** `nodes`: the processes over the PostgreSQL of LEDGER_URL; lists, pauses and resumes them, and retires one that has ended. */
export function nodesCommand(program: Command, context: Context): void {
  const nodes = program
    .command('nodes')
    .description('the instances over the PostgreSQL of LEDGER_URL: list, pause, resume and retire them')
    .option('--json', 'as JSON')
    .action(async (options: Options) => tell(await listNodes(await clusterOf(context), options), context));
  nodes
    .command('list')
    .description('who is there, what they work on, and whether they are paused')
    .option('--json', 'as JSON')
    .action(async (_own: Options, command: Command) =>
      tell(await listNodes(await clusterOf(context), command.optsWithGlobals()), context),
    );
  pauseCommands(nodes, context);
  nodes
    .command('retire')
    .description('say that an instance has ended: the others take its open payments up')
    .argument('<boot>', 'as nodes lists it')
    .option('--machine-is-gone', 'its process has ended for certain: look for 3 seconds instead of 20')
    .option('--dry-run', 'only say what would be done')
    .action(async (boot: string, options: Options) => retire(boot, options, context));
}

/** `pause` and `resume`, of all instances. */
export function pauseCommands(program: Command, context: Context): void {
  program
    .command('pause')
    .description('stop taking payments on all of them; what is under way is finished')
    .argument('[reason]', 'shown by nodes and in the logs', 'by an operator')
    .option('--dry-run', 'only say what would be done')
    .action(async (reason: string, { dryRun }: Options) => {
      const cluster = await clusterOf(context);
      if (dryRun) return tell(`would stop payments on ${await count(cluster)}: ${plain(reason)}`, context);
      await cluster.pause(reason);
      tell(`payments stop on ${await count(cluster)} within three seconds: ${plain(reason)}`, context);
    });
  program
    .command('resume')
    .description('take payments again')
    .option('--audited', 'also after a loss of acknowledged payments, once audit and ledger verify were run')
    .option('--dry-run', 'only say what would be done')
    .action(async ({ audited, dryRun }: Options & { readonly audited?: true }) => {
      const cluster = await clusterOf(context);
      if (dryRun) return tell(await wouldResume(cluster, audited === true), context);
      await cluster.resume(audited === true);
      const { stopped, isMoved } = await cluster.state();
      if (stopped === null) return tell(`payments are taken again on ${await count(cluster)}`, context);
      context.complain(`payments stay stopped: ${plain(stopped)}; ${isMoved ? IS_ELSEWHERE : HOW_TO_GO_ON}`);
      context.exit(1);
    });
}

async function wouldResume(cluster: Cluster, isAudited: boolean): Promise<string> {
  const { paused, stopped, isMoved } = await cluster.state();
  if (isMoved) return `would not resume: ${plain(stopped!)}; ${IS_ELSEWHERE}`;
  if (stopped !== null && !isAudited) return `would not resume: ${plain(stopped)}; ${HOW_TO_GO_ON}`;
  if (paused === null && stopped === null) return 'nothing is paused';
  return `would take payments again on ${await count(cluster)}`;
}

async function retire(boot: string, { dryRun, machineIsGone = false }: Options, context: Context): Promise<void> {
  const cluster = await clusterOf(context);
  if (dryRun) {
    const node = (await cluster.nodes()).find(({ bootId }) => bootId === boot);
    if (node && !node.isGone)
      return tell(
        `would retire ${boot} if its beat stands still; ${node.payments} open payments go to the others`,
        context,
      );
    context.complain(SENTENCES[node ? 'gone' : 'unknown'](boot));
    return context.exit(node ? 0 : 1);
  }
  context.complain(`looking for ${machineIsGone ? 3 : 20} seconds whether its beat stands still`);
  const outcome = await cluster.retire(boot, machineIsGone);
  const text = SENTENCES[outcome](boot);
  if (outcome === 'retired') return tell(text, context);
  context.complain(text);
  context.exit(outcome === 'gone' ? 0 : 1);
}

const SENTENCES: Readonly<Record<Awaited<ReturnType<Cluster['retire']>>, (boot: string) => string>> = {
  retired: (boot) => `${plain(boot)} is retired: the others take its open payments up`,
  alive: (boot) => `${plain(boot)} is alive: end its process (SIGTERM), which finishes what it settles`,
  gone: (boot) => `${plain(boot)} is gone already: the others take its open payments up`,
  unknown: (boot) => `there is no instance ${plain(boot)}: see nodes`,
};

async function count(cluster: Cluster): Promise<string> {
  const there = (await cluster.nodes()).filter(({ isGone }) => !isGone).length;
  return there === 1 ? '1 instance' : `${there} instances`;
}

function clusterOf({ env }: Context): Promise<Cluster> {
  return openCluster(readSettings(env));
}

function tell(text: string, { write }: Context): void {
  write(`${text}\n`);
}

/** The processes over the ledger and their common switch, as a table or as JSON. */
async function listNodes(cluster: Cluster, options: Options): Promise<string> {
  const [nodes, state] = [await cluster.nodes(), await cluster.state()];
  if (options.json) return json({ ...state, nodes });
  const rows = nodes.map(({ bootId, place, isGone, beat, startedAt, payments }) => [
    bootId,
    plain(place),
    isGone ? 'gone' : 'there',
    instant(startedAt.getTime()),
    beat,
    payments,
  ]);
  const lines = rows.length === 0 ? 'no nodes' : table(['boot', 'place', 'state', 'started', 'beat', 'open'], rows);
  const why = (what: string, reason: string | null) => (reason === null ? [] : [`${what}: ${plain(reason)}`]);
  return [lines, ...why('paused', state.paused), ...why('stopped', state.stopped)].join('\n');
}
