import { parseArgs } from 'node:util';
import { anvilAvailable } from '../chain/anvil';
import { Choice } from './choice';
import { straceAvailable } from './io-plan';
import { runLane, type LaneReport } from './lane';

/**
 * `npm run kill` (its options are in `tools/e2e/usage.txt`): kills the real server again and again, or lets system calls on its ledger
 * fail; exit code 1 on any fault, 2 on options that cannot be understood. Impatient buyers hang up without an identifier, too.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string' },
      io: { type: 'string' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
      impatient: { type: 'boolean', default: false },
      mode: { type: 'string', default: 'facilitator' },
    },
  });
  const [seed, lanes] = [number('seed', values.seed), number('lanes', values.lanes)];
  const { mode } = values;
  if (mode !== 'facilitator' && mode !== 'self') throw new Error('--mode must be facilitator or self');
  const by = values.io === undefined ? 'kill' : 'io';
  const kills = number(by === 'io' ? 'io' : 'kills', values.io ?? values.kills ?? '100');
  if (!anvilAvailable()) throw new Error('needs a local chain: @foundry-rs/anvil-linux-amd64');
  if (by === 'io' && !straceAvailable()) throw new Error('needs strace, with the right to trace');
  const startedMs = Date.now();
  const sofar = new Array<number>(lanes).fill(0);
  const report = setInterval(() => {
    print(`${sofar.reduce((sum, one) => sum + one)} after ${seconds(startedMs)} s`);
  }, 20_000);
  const reports = await Promise.all(
    sofar.map((_, lane) =>
      runLane({
        by,
        kills: Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0),
        choice: new Choice(seed + lane * 7_919),
        // Every second lane's server knows no node, and has to be right without one.
        evidence: mode === 'self' || lane % 2 === 1,
        mode,
        impatient: values.impatient,
        onKill: (done) => (sofar[lane] = done),
      }),
    ),
  );
  clearInterval(report);
  summary(by, reports, seconds(startedMs), seed);
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} must be a whole number`);
  return value;
}

function summary(by: 'kill' | 'io', reports: readonly LaneReport[], took: string, seed: number): void {
  const sum = (of: (report: LaneReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  print(
    `seed ${seed}: ${sum(({ kills }) => kills)} ${by === 'io' ? 'failed system calls' : 'kills'}, ${sum(({ starts }) => starts)} starts, ` +
      `${sum(({ purchases }) => purchases)} purchases, ${sum(({ payments }) => payments)} payments signed, ` +
      `${sum(({ answers }) => answers)} answers received, ${sum(({ transfers }) => transfers)} transfers, ${sum(({ inDoubt }) => inDoubt)} in doubt, ` +
      `${sum(({ beyondHelp }) => beyondHelp)} lost at the declared limit, ${took} s`,
  );
  print(countsText(reports.map((report) => report.byPoint)));
  const doubts = countsText(reports.map((report) => report.doubts));
  if (doubts) print(`in doubt without a node to ask: ${doubts}`);
  const faults = reports.flatMap((report) => report.faults);
  print(`${faults.length} faults`);
  for (const fault of faults.slice(0, 30)) print(`  ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
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

main().catch((error: unknown) => {
  const { message = String(error), code = '' } = error as { readonly message?: string; readonly code?: string };
  process.stderr.write(`${message}\n`);
  process.exit(code.startsWith('ERR_PARSE_ARGS') ? 2 : 1);
});
