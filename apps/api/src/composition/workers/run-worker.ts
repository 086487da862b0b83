import cluster from 'node:cluster';
import { banner } from '../banner';
import type { ApiConfig } from '../../config/config';
import { endOnUncaughtFaults } from '../../operations/process-guards';
import { startApi, type ApiOverrides } from '../start-api';
import type { FromWorker, ToWorker } from './messages';

/**
 * The API as one of several processes that accept connections of one port. To the ledger it is a node as any other; the process that
 * started it says when it is to drain, and when that one ends, it drains, too. Resolves with its URL when it listens.
 * @param index its place; the first one does what one is enough for
 */
export async function runWorker(config: ApiConfig, index: number, overrides: ApiOverrides = {}): Promise<string> {
  endOnUncaughtFaults();
  const tell = (message: FromWorker): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const starting = startApi(config, { ...overrides, workerIndex: index });

  let code = 0;
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    starting
      .then((api) => api.close())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      );
  };
  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'drain':
        return end();
      case 'show':
        void starting
          .then((api) => api.operatorFacts())
          .catch(() => null)
          .then((facts) => tell({ kind: 'facts', number: message.number, facts }));
        return;
      case 'scrape':
        // A ledger that cannot be counted is told by whoever needs it: nobody's payment may end with a scrape.
        void starting
          .then((api) => api.metrics())
          .catch(() => [])
          .then((metrics) => tell({ kind: 'metrics', number: message.number, metrics }));
    }
  });
  // Nobody is there who would start it again or tell it to drain. What it settles is finished, as after SIGTERM; Node would end it
  // at once, unless it is told that this end was meant.
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    end();
  });
  // A terminal signals every process of its group, and the one that started this one then says the same.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);

  const api = await starting;
  void api.failed.then((reason) => {
    code = 1;
    process.stderr.write(`stackcheck: payments end, and so does this process: ${reason}\n`);
    end();
  });
  tell({ kind: 'ready', url: api.url, banner: banner(config, api.url, api.health()) });
  return api.url;
}
