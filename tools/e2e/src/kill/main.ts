import { anvilAvailable } from '../chain/anvil';
import { hasStandbys, runFailovers } from '../kill-nodes/failover-campaign';
import { runLostTail } from '../kill-nodes/lost-tail';
import { hasPostgres, runNodesCampaign, type CampaignReport } from '../kill-nodes/nodes-campaign';
import { servedDatabase } from '../kill-nodes/served-database';
import { readArguments, type Asked } from './arguments';
import { Choice } from './choice';
import { straceAvailable } from './io-plan';
import { runLane, type LaneReport } from './lane';
import type { ServedLedger } from './served-ledger';
import type { Scratch } from '../service/scratch';
import type { Verdict } from './verdict';

const EXIT_FAULTS = 1;
const EXIT_USAGE = 2;
const SAY_EVERY_MS = 20_000;
const FAULTS_SHOWN = 30;

/**
 * `npm run kill` (its options are in `tools/e2e/usage.txt`): kills the real server again and again, or lets system calls on its ledger
 * fail; exit code 1 on any fault, 2 on options that cannot be understood. Impatient buyers hang up without an identifier, too.
 */
async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2));
  if (asked.kind === 'fault') {
    process.stderr.write(`${asked.text}\n`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  if (!anvilAvailable()) throw new Error('needs a local chain: @foundry-rs/anvil-linux-amd64');
  if (asked.kind === 'servers') return killServers(asked);
  if (!hasPostgres()) throw new Error('needs a PostgreSQL (POSTGRES_BIN, or its package)');
  await (asked.kind === 'nodes' ? killNodes(asked) : failOver(asked));
}

async function killServers(asked: Extract<Asked, { kind: 'servers' }>): Promise<void> {
  const { by, kills, seed, lanes, workers, mode, impatient, reorganiseMs, confirmations } = asked;
  if (by === 'io' && !straceAvailable()) throw new Error('needs strace, with the right to trace');
  if (workers > 1 && !hasPostgres()) throw new Error('needs a PostgreSQL (POSTGRES_BIN, or its package)');
  const startedMs = Date.now();
  const sofar = new Array<number>(lanes).fill(0);
  const report = setInterval(() => {
    print(`${sofar.reduce((sum, one) => sum + one)} after ${seconds(startedMs)} s`);
  }, SAY_EVERY_MS);
  const reports = await Promise.all(
    sofar.map((_, lane) => {
      const choice = new Choice(seed + lane * 7_919);
      const open = (scratch: Scratch): Promise<ServedLedger> => servedDatabase(scratch, choice);
      return runLane({
        by,
        kills: Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0),
        choice,
        // Every second lane's server knows no node, and has to be right without one.
        evidence: mode === 'self' || lane % 2 === 1,
        mode,
        impatient,
        reorganiseMs,
        confirmations,
        workers: workers > 1 ? { count: workers, open } : undefined,
        onKill: (done) => (sofar[lane] = done),
      });
    }),
  );
  clearInterval(report);
  const sum = (of: (report: LaneReport) => number): number => reports.reduce((total, one) => total + of(one), 0);
  print(
    `seed ${seed}: ${sum((one) => one.kills)} ${by === 'io' ? 'failed system calls' : 'kills'}, ${sum(({ starts }) => starts)} starts, ` +
      `${sum(({ purchases }) => purchases)} purchases, ${sum(({ payments }) => payments)} payments signed, ` +
      `${sum(({ answers }) => answers)} answers received, ${verdictText(reports)}, ${seconds(startedMs)} s`,
  );
  const reorganised = sum(({ reorganisations }) => reorganisations);
  if (reorganised > 0) print(`${reorganised} reorganisations of the chain`);
  print(countsText(reports.map((one) => one.byPoint)));
  sayFaults(reports);
}

async function killNodes(asked: Extract<Asked, { kind: 'nodes' }>): Promise<void> {
  const startedMs = Date.now();
  const say = (line: string): void => print(`${line} after ${seconds(startedMs)} s`);
  const report: CampaignReport = await runNodesCampaign({
    ...asked,
    choice: new Choice(asked.seed),
    evidence: true,
    say,
  });
  const { counters, purchases, payments, answers, askedAgain } = report;
  print(
    `seed ${asked.seed}: ${purchases} purchases, ${payments} payments signed, ${answers} answers received, ${verdictText([report])}, ` +
      `${askedAgain} answers asked for again at the end, ${seconds(startedMs)} s`,
  );
  for (const [name, counter] of Object.entries(counters))
    print(`${counter.total} ${name}: ${countsText([counter.byName])}`);
  sayFaults([report]);
}

/** A synchronous standby takes over, again and again; at the end an asynchronous one that lacks something. */
async function failOver({ nodes, failovers, seed }: Extract<Asked, { kind: 'failovers' }>): Promise<void> {
  if (!hasStandbys()) throw new Error('needs a PostgreSQL that has pg_basebackup');
  const startedMs = Date.now();
  const choice = new Choice(seed);
  const report = await runFailovers({ nodes, failovers, choice, say: print });
  const { acknowledged, lost, purchases, answers, askedAgain } = report;
  print(
    `seed ${seed}: ${failovers} failovers to a synchronous standby, ${lost} of ${acknowledged} acknowledged writes lost, ${purchases} purchases, ` +
      `${answers} answers received, ${verdictText([report])}, ${askedAgain} answers asked for again at the end, ${seconds(startedMs)} s`,
  );
  const tail = await runLostTail(nodes, choice);
  print(
    `an asynchronous standby lacked ${tail.lost} payments: "${tail.stopped}"; ${tail.stoppedNodes} ends of nodes said so, ` +
      `${tail.soldStopped} sales while stopped, ${tail.soldAfterwards} after it was looked at, ${seconds(startedMs)} s`,
  );
  const sold = tail.soldStopped === 0 ? [] : ['nodes sold although payments were stopped'];
  const missing = lost === 0 ? [] : [`${lost} acknowledged writes were lost`];
  sayFaults([{ ...report, faults: [...missing, ...report.faults, ...tail.faults, ...sold] }]);
}

function verdictText(verdicts: readonly Verdict[]): string {
  const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((total, one) => total + of(one), 0);
  return (
    `${sum(({ transfers }) => transfers)} transfers, ${sum(({ inDoubt }) => inDoubt)} in doubt, ` +
    `${sum(({ beyondHelp }) => beyondHelp)} lost at the declared limit`
  );
}

function sayFaults(verdicts: readonly Verdict[]): void {
  const doubts = countsText(verdicts.map((verdict) => verdict.doubts));
  if (doubts) print(`in doubt without a node to ask: ${doubts}`);
  const faults = verdicts.flatMap((verdict) => verdict.faults);
  print(`${faults.length} faults`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) print(`  ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : EXIT_FAULTS;
}

/** Counts of several lanes, added up and in order. */
function countsText(counts: readonly ReadonlyMap<string, number>[]): string {
  const all = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => [...one])) all.set(name, (all.get(name) ?? 0) + count);
  return [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

const seconds = (sinceMs: number): string => ((Date.now() - sinceMs) / 1_000).toFixed(0);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().then(
  // Also where something that it started is still about to end, which nobody waits for.
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(EXIT_FAULTS);
  },
);
