import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, JobResult } from './worker';

/** The program of a thread, next to this module. */
const PROGRAM = join(__dirname, `worker${extname(__filename)}`);

/** A schedule leaves megabytes that nobody needs any more when it is over; collecting them seldom costs little. */
const YOUNG_MB = 96;

/**
 * Does jobs on several threads, each thread one after the other.
 * @param onResult called as results come, in no particular order
 * @throws Error when a thread fails; the others are ended
 */
export async function runJobs(
  jobs: readonly Job[],
  threads: number,
  onResult: (result: JobResult) => void,
): Promise<void> {
  const waiting = [...jobs];
  const crew = Array.from(
    { length: Math.min(threads, jobs.length) },
    () =>
      new Worker(PROGRAM, {
        workerData: 'simulate',
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      }),
  );
  try {
    await Promise.all(crew.map((worker) => employ(worker, waiting, onResult)));
  } finally {
    await Promise.all(crew.map((worker) => worker.terminate()));
  }
}

function employ(worker: Worker, waiting: Job[], onResult: (result: JobResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const job = waiting.shift();
      if (job) worker.postMessage(job);
      else resolve();
    };
    worker.on('message', (result: JobResult) => {
      onResult(result);
      next();
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a thread ended with ${code}`)));
    next();
  });
}
