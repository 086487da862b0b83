import { startPostgres } from '@stackcheck/store-postgres/testing';

const LOOK_EVERY_MS = 500;

/**
 * A PostgreSQL as a program of Node's, so that it ends when the cluster does, however that ends: `postgres-main.js FOLDER LOG`. Says where it
 * is as a line of JSON, and starts it again when it was killed.
 */
async function main([folder, log]: readonly string[]): Promise<void> {
  const server = await startPostgres({}, { folder: folder!, log: log! });
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || isThere(server.pid)) return;
    isBusy = true;
    server.start().then(() => (isBusy = false), fail);
  }, LOOK_EVERY_MS);
  const stop = (): void => {
    clearInterval(timer);
    void server.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(`${JSON.stringify({ url: server.url(), pid: server.pid })}\n`);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
