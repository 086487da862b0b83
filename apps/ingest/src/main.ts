import { runCli } from './cli';

/** How long a refresh may go on after the wish to stop: being killed in the middle of one harms nothing. */
const STOP_WITHIN_MS = 5_000;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort();
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  });
}

void runCli(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  stop: stopping.signal,
}).then((code) => {
  process.exitCode = code;
});
