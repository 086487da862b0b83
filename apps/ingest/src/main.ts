import { runCli } from './cli';

/** How long work may go on after the wish to stop: being killed in the middle of it harms nothing. */
const STOP_WITHIN_MS = 5_000;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort();
    // Broken off is not done: a run that did not end by itself does not claim success.
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
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
