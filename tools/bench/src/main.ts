import { readArguments } from './arguments';
import { benchCommandLine } from './benches/command-line';
import { benchIngest } from './benches/ingest';
import { benchLedger } from './benches/ledger';
import { benchLookups } from './benches/lookups';
import { benchMcp } from './benches/mcp';
import { benchMemory } from './benches/memory';
import { benchNodes } from './benches/nodes';
import { benchOffers } from './benches/offers';
import { benchOsv } from './benches/osv';
import { benchOsvGrowth } from './benches/osv-growth';
import { benchPack } from './benches/pack';
import { benchPages } from './benches/pages';
import { benchPaid } from './benches/paid';
import { benchParsers } from './benches/parsers';
import { benchSharedLedger } from './benches/shared-ledger';
import { benchSwap } from './benches/swap';
import { judge, judgedRows } from './report/judge';
import { machine } from './report/machine';
import { table, type Report } from './report/table';
import { TARGETS } from './report/targets';

/** Options of every benchmark; each has its own number of rounds when none is asked for. What takes minutes says on `note` what it does. */
type Bench = (options: { readonly rounds?: number; readonly note: (line: string) => void }) => Promise<Report>;

const BENCHES: ReadonlyMap<string, Bench> = new Map<string, Bench>([
  ['offers', benchOffers],
  ['paid', benchPaid],
  ['mcp', benchMcp],
  ['pages', benchPages],
  ['lookups', benchLookups],
  ['swap', benchSwap],
  ['ledger', benchLedger],
  ['nodes', benchNodes],
  ['shared-ledger', benchSharedLedger],
  ['ingest', benchIngest],
  ['osv', benchOsv],
  ['osv-growth', benchOsvGrowth],
  ['pack', benchPack],
  ['command-line', benchCommandLine],
  ['parsers', benchParsers],
  ['memory', benchMemory],
]);

/**
 * `npm run bench [-- name…] [--only name,…] [--rounds N] [--json]`: each named benchmark in turn, all without a name; then
 * which targets the run meets, which it misses and which it did not measure. Exit code 2 for what it does not know, 1 when a
 * benchmark could not run; a target that is missed is a finding, no failure.
 */
async function main(args: readonly string[]): Promise<void> {
  const asked = readArguments(args, [...BENCHES.keys()]);
  if ('fault' in asked) {
    process.stderr.write(`${asked.fault}\n`);
    process.exitCode = 2;
    return;
  }
  const print = (text: string): void => void (asked.json ? undefined : process.stdout.write(`${text}\n\n`));
  // On standard error, so that what is piped holds figures alone.
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  print(machine());
  const reports: ({ readonly name: string } & (Report | { readonly fault: string }))[] = [];
  for (const [name, bench] of BENCHES) {
    if (asked.names.length > 0 && !asked.names.includes(name)) continue;
    try {
      const report = await bench({ note, ...(asked.rounds !== undefined && { rounds: asked.rounds }) });
      print(table(report.title, report.rows));
      reports.push({ name, ...report });
    } catch (error) {
      // One benchmark that cannot run must not hide the figures of the others, but it is a failure all the same.
      const fault = error instanceof Error ? error.message : String(error);
      print(`${name} could not be measured: ${fault}`);
      reports.push({ name, fault });
      process.exitCode = 1;
    }
  }
  const targets = judge(TARGETS, reports);
  print(table('Targets', judgedRows(targets)));
  if (asked.json)
    process.stdout.write(`${JSON.stringify({ machine: machine(), benches: reports, targets }, null, 2)}\n`);
}

// `exit` listeners end the children and remove what was written; a plain signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

void main(process.argv.slice(2));
