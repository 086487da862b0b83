import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';

/** How a thread is started that runs our sources without a build. */
export const SOURCE_THREAD: WorkerOptions = {
  execArgv: ['--conditions=@stackcheck/source', '--require', join(__dirname, '../../../../jest.run-typescript.js')],
};
