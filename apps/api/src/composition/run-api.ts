import { banner } from './banner';
import type { ApiConfig } from '../config/config';
import { endOnUncaughtFaults } from '../operations/process-guards';
import { handedSocket } from './handed-socket';
import { startApi, type ApiOverrides } from './start-api';
import { runWorker } from './workers/run-worker';
import { runWorkers } from './workers/run-workers';
import { workerIndex } from './workers/worker-process';

/**
 * The API as configured: in this process alone, or in several that this one starts. They run the same program, and find here that
 * they are one of them. Resolves with the URL when it listens.
 */
export function runApi(config: ApiConfig, overrides: ApiOverrides = {}): Promise<string> {
  const index = workerIndex();
  const { env, pid, ppid } = process;
  const socket = handedSocket({ env, pid, ppid, isWorker: index !== undefined });
  if (index !== undefined) return runWorker(config, index, { socket, ...overrides });
  return config.workers > 1 ? runWorkers(config, socket !== undefined) : runAlone(config, { socket, ...overrides });
}

/**
 * The API as the whole of this process: says where it listens, drains on SIGTERM and SIGINT (at once the second time),
 * and ends with 1 on a fault that was not caught or that forbids to take payments. Resolves with its URL when it listens.
 */
async function runAlone(config: ApiConfig, overrides: ApiOverrides): Promise<string> {
  endOnUncaughtFaults();
  const api = await startApi(config, overrides);
  if (config.logLevel !== 'silent') process.stdout.write(banner(config, api.url, api.health()));

  const end = (code: number): void => {
    api.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  let draining = false;
  const stop = (): void => {
    if (draining) process.exit(1);
    draining = true;
    void api.announceEnd().then(() => end(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  void api.failed.then((why) => {
    process.stderr.write(`stackcheck: payments end, and so does this process: ${why}\n`);
    end(1);
  });
  return api.url;
}
