import { readArguments, readPort } from './arguments';
import { readyBlock } from './ready-block';
import { ClusterError, startCluster, type RunningCluster } from './start-cluster';

const say = (line: string): void => void process.stderr.write(`[cluster] ${line}\n`);

/** `npm run cluster`. @returns the exit code */
async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  const port = readPort(process.env['PORT']);
  const fault = 'fault' in options ? options.fault : port === undefined ? 'PORT must be a port number' : undefined;
  if ('fault' in options || port === undefined) {
    say(fault!);
    return 2;
  }
  const stopping = new AbortController();
  let cluster: RunningCluster | undefined;
  const stop = (): void => {
    if (stopping.signal.aborted) cluster?.kill();
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    cluster = await startCluster({ port, data: options.data, env: process.env, say, signal: stopping.signal });
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    say(error.message);
    return 1;
  }
  if (!stopping.signal.aborted) process.stdout.write(readyBlock(cluster, options.data !== null));
  const why = await Promise.race([cluster.failed, aborted(stopping.signal)]);
  if (why !== undefined) say(why);
  await cluster.stop();
  say('all of it has ended');
  return why === undefined ? 0 : 1;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    say((error as Error).stack ?? String(error));
    process.exit(1);
  },
);
