import { benchIngest } from './benches/ingest';
import { benchLookups } from './benches/lookups';
import { benchOffers } from './benches/offers';
import { benchPaid } from './benches/paid';
import { machine } from './report/machine';

const BENCHES: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['offers', benchOffers],
  ['paid', benchPaid],
  ['lookups', benchLookups],
  ['ingest', benchIngest],
]);

/** `npm run bench [-- name…]`: each named benchmark in turn, all without a name. Exit code 2 for a name that is none. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !BENCHES.has(name));
  if (unknown.length > 0) {
    process.stderr.write(`unknown benchmark ${unknown.join(', ')}; there are ${[...BENCHES.keys()].join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  print(machine());
  for (const [name, bench] of BENCHES) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      print(await bench());
    } catch (fault) {
      // One benchmark that cannot run must not hide the figures of the others, but it is a failure all the same.
      print(`${name} could not be measured: ${fault instanceof Error ? fault.message : String(fault)}`);
      process.exitCode = 1;
    }
  }
}

// Children end with their channel to us, and `exit` listeners remove what was written; a plain signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

void main(process.argv.slice(2));
