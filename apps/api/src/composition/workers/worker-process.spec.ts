import cluster from 'node:cluster';
import { join } from 'node:path';
import { forkWorker, type Ending } from './worker-process';

afterEach(() => cluster.setupPrimary({ cwd: process.cwd() }));

it('reports once that a worker is gone which the system could not start', async () => {
  cluster.setupPrimary({ cwd: join(__dirname, 'nowhere') });
  const endings: Ending[] = [];
  await new Promise<void>((resolve) => {
    const worker = forkWorker(0, {
      message: () => undefined,
      gone: (how) => {
        endings.push(how);
        resolve();
      },
    });
    worker.send({ kind: 'drain' });
  });
  await new Promise((resolve) => setImmediate(resolve));

  expect(endings).toEqual([1]);
});
