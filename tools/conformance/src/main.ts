import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { growth, reportOf } from './fuzz/report';
import { runFuzz } from './fuzz/run-fuzz';

/** What `--help` prints; the launcher prints it, too, before anything is installed. */
const usage = (): string => readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8');
const HEAP_GROWTH_PERCENT_MAX = 10;
const PROGRESS_EVERY = 10_000;

/** `npm run conformance -- fuzz`: exit code 0 when all is well, 1 when something failed, 2 when asked wrongly. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(usage());
    return 0;
  }
  const options = readArguments(args);
  if (!options) {
    process.stderr.write(usage());
    return 2;
  }
  const result = await runFuzz({
    ...options,
    onProgress: (done) => {
      if (done % PROGRESS_EVERY === 0) process.stderr.write(`${done} of ${options.requests} requests\n`);
    },
  });
  process.stdout.write(`${reportOf(result)}\n`);
  if (result.failure) return 1;
  if (growth(result) <= HEAP_GROWTH_PERCENT_MAX) return 0;
  process.stdout.write(`FAILED: the heap grew by more than ${HEAP_GROWTH_PERCENT_MAX} % over the second half\n`);
  return 1;
}

function readArguments(args: readonly string[]): { requests: number; seed: number } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
    });
    const [requests, seed] = [Number(values.requests), Number(values.seed)];
    const valid = positionals.join() === 'fuzz' && Number.isInteger(requests) && requests > 0 && Number.isInteger(seed);
    return valid ? { requests, seed } : undefined;
  } catch {
    return undefined;
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
