import { banner } from '../banner';
import type { ApiConfig } from '../../config/config';
import { endOnUncaughtFaults } from '../../operations/process-guards';
import { startApi, type ApiOverrides } from '../start-api';
import type { FromWorker, ToWorker } from './messages';

/**
 * The API as one of several processes that accept connections of one port. To the ledger it is a node as any other; it drains by the
 * word of the process that started it, and ends with that one. Resolves with its URL when it listens.
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
      .then(async (api) => {
        if (code === 0) await Promise.race([api.announceEnd(), api.failed]);
        await api.close();
      })
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
        // A ledger that cannot be read is reported by the code that needs it to sell: a failed scrape must not end payments.
        void starting
          .then((api) => api.metrics())
          .catch(() => [])
          .then((metrics) => tell({ kind: 'metrics', number: message.number, metrics }));
    }
  });
  // The supervisor is gone, and the next worker at this index takes this process for dead after some seconds: a crash is safe,
  // going on is not.
  process.on('disconnect', () => process.exit(1));
  // A terminal signals every process of its group; the supervisor then also sends `drain`.
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
