import { runCli } from './cli';

// A reader such as `head` may have seen enough; what is left to say then is nobody's concern.
process.stdout.on('error', (error: { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runCli(process.argv.slice(2), {
  env: process.env,
  write: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
}).then((code) => {
  process.exitCode = code;
});
