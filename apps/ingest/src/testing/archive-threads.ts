import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import { ArchiveThreads } from '../osv/archive-threads';

/** Threads that run our sources without a build, for archives of any size. */
export function sourceThreads(count: number, options: WorkerOptions = {}, stallMs?: number): ArchiveThreads {
  const loader = join(__dirname, '../../../../jest.run-typescript.js');
  const execArgv = ['--conditions=@stackcheck/source', '--require', loader, ...(options.execArgv ?? [])];
  return new ArchiveThreads(count, 0, { ...options, execArgv }, stallMs);
}
