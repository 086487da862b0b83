import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { growth, reportOf } from './fuzz/report';
import { runFuzz } from './fuzz/run-fuzz';
import { checkMcp, mcpPeers } from './mcp/check-mcp';

/** What `--help` prints; the launcher prints it, too, before anything is installed. */
const usage = (): string => readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8');
const HEAP_GROWTH_PERCENT_MAX = 10;
const PROGRESS_EVERY = 10_000;

/** `npm run conformance`: exit code 0 when all is well, 1 when something failed, 2 when asked wrongly. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(usage());
    return 0;
  }
  const asked = readArguments(args);
  if (asked?.command === 'fuzz') return fuzz(asked);
  if (asked?.command === 'mcp') return mcp(asked.url);
  process.stderr.write(usage());
  return 2;
}

async function fuzz(options: { readonly requests: number; readonly seed: number }): Promise<number> {
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

async function mcp(url: string | undefined): Promise<number> {
  const { report, isClean } = await checkMcp(await mcpPeers(), url);
  process.stdout.write(`${report}\n`);
  return isClean ? 0 : 1;
}

type Asked =
  | { readonly command: 'fuzz'; readonly requests: number; readonly seed: number }
  | { readonly command: 'mcp'; readonly url: string | undefined };

function readArguments([command, ...args]: readonly string[]): Asked | undefined {
  try {
    if (command === 'mcp') {
      const { url } = parseArgs({ args, options: { url: { type: 'string' } } }).values;
      return url === undefined || URL.canParse(url) ? { command, url } : undefined;
    }
    if (command !== 'fuzz') return undefined;
    const { values } = parseArgs({
      args,
      options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
    });
    const [requests, seed] = [Number(values.requests), Number(values.seed)];
    return Number.isInteger(requests) && requests > 0 && Number.isInteger(seed)
      ? { command, requests, seed }
      : undefined;
  } catch {
    return undefined;
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
