import { parseArgs } from 'node:util';
import { Choice } from './choice';
import { runLane, type LaneReport } from './lane';

/** `npm run kill -- [--kills N] [--seed S] [--lanes L]`: kills the real server again and again; exit code 1 on any fault. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '2' },
    },
  });
  const [kills, seed, lanes] = [Number(values.kills), Number(values.seed), Number(values.lanes)];
  const startedMs = Date.now();
  let done = 0;
  const onKill = (): void => {
    if (++done % 50 === 0) print(`${done} kills, ${seconds(startedMs)} s`);
  };
  const reports = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      runLane({
        kills: Math.floor(kills / lanes) + (lane < kills % lanes ? 1 : 0),
        choice: new Choice(seed + lane * 7_919),
        // Every second lane's server knows no node, and has to be right without one.
        evidence: lane % 2 === 1,
        onKill,
      }),
    ),
  );
  summary(reports, seconds(startedMs), seed);
}

function summary(reports: readonly LaneReport[], took: string, seed: number): void {
  const sum = (of: (report: LaneReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  print(
    `seed ${seed}: ${sum(({ kills }) => kills)} kills, ${sum(({ starts }) => starts)} starts, ` +
      `${sum(({ purchases }) => purchases)} purchases, ${sum(({ payments }) => payments)} payments signed, ` +
      `${sum(({ answers }) => answers)} answers received, ${sum(({ transfers }) => transfers)} transfers, ${took} s`,
  );
  const byPoint = new Map<string, number>();
  for (const report of reports)
    for (const [point, count] of report.byPoint) byPoint.set(point, (byPoint.get(point) ?? 0) + count);
  print(
    [...byPoint]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([point, count]) => `${point} ${count}`)
      .join(', '),
  );
  const faults = reports.flatMap((report) => report.faults);
  print(`${faults.length} faults`);
  for (const fault of faults.slice(0, 30)) print(`  ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

const seconds = (sinceMs: number): string => ((Date.now() - sinceMs) / 1_000).toFixed(0);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

main().catch((error: unknown) => {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
