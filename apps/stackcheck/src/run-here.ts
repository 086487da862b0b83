import { runCli } from './cli';
import type { ExitCode } from './program/exit-code';
import { processStreams } from './terminal/process-streams';

/** Runs one command line on the streams of this process. */
export function runHere(args: readonly string[]): Promise<ExitCode> {
  return runCli(args, processStreams());
}
