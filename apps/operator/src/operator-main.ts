#!/usr/bin/env node
import { runOperator } from './operator';

// A reader such as `head` may have seen enough; what is left to say then is nobody's concern.
process.stdout.on('error', (error: { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runOperator(process.argv.slice(2), {
  env: process.env,
  write: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
  ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
}).then((code) => {
  process.exitCode = code;
});
