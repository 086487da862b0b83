import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from '@stackcheck/bench/parts';
import { ROOT } from '@stackcheck/e2e/service';
import { readArguments } from './arguments';
import { ATTACKS } from './attacks/all-attacks';
import { siegeTable } from './report/siege-table';
import { runSiege } from './run-siege';

const USAGE_FILE = join(ROOT, 'tools', 'siege', 'usage.txt');

async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(
    args,
    ATTACKS.map(({ name }) => name),
  );
  if ('fault' in asked) {
    process.stderr.write(`${asked.fault}\nnpm run siege -- --help says what there is\n`);
    return 2;
  }
  if (asked.help) {
    process.stdout.write(readFileSync(USAGE_FILE, 'utf8'));
    return 0;
  }
  if (process.platform !== 'linux') {
    process.stderr.write('this needs Linux: attackers and buyers come from different addresses of 127.0.0.0/8\n');
    return 1;
  }
  const chosen = ATTACKS.filter(({ name }) => asked.names.includes(name));
  const { seconds } = asked;
  const options = { seconds, quietSeconds: Math.ceil(seconds / 2) };
  const sieges = await runSiege(chosen, options, { onProgress: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`${machine()}\n\n${siegeTable(sieges)}\n`);
  if (asked.jsonFile !== undefined) writeFileSync(asked.jsonFile, `${JSON.stringify(sieges, null, 2)}\n`);
  return sieges.every(({ verdict }) => verdict.repelled) ? 0 : 1;
}

// `exit` listeners end the children and remove what was written; a plain signal would skip them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
  },
);
