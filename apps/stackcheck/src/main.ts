import { runCli } from './cli';
import { processStreams } from './terminal/process-streams';

// A reader such as `head` may have seen enough; what is left to say then is nobody's concern.
process.stdout.on('error', (error: { readonly code?: string }) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runCli(process.argv.slice(2), processStreams()).then((code) => {
  process.exitCode = code;
});
