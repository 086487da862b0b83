import cluster from 'node:cluster';
import type { FromWorker, ToWorker } from './messages';

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals;

/** A process that this one started. */
export interface WorkerProcess {
  /** What is sent to one that is gone is lost. */
  send(message: ToWorker): void;
  kill(signal: NodeJS.Signals): void;
}

/** Events of a worker. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  /** Once, after its last message. */
  gone(how: Ending): void;
}

/** Which worker a process is; the variable is set by `forkWorker` alone. */
const WORKER_VARIABLE = 'STACKCHECK_WORKER';

/** Time for the last messages of a process that is gone. */
const LAST_WORDS_MS = 100;

/** The place of this process among several over one ledger; undefined when it was not started as one of them. */
export function workerIndex(): number | undefined {
  return cluster.isWorker ? Number(process.env[WORKER_VARIABLE] ?? 0) : undefined;
}

/** Starts this very program again as a worker that accepts connections of the same port (`node:cluster`). */
export function forkWorker(index: number, events: WorkerEvents): WorkerProcess {
  const worker = cluster.fork({ [WORKER_VARIABLE]: String(index) });
  worker.on('message', (message: FromWorker) => events.message(message));
  let isReported = false;
  const gone = (how: Ending): void => {
    if (isReported) return;
    isReported = true;
    events.gone(how);
  };
  worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
    const tell = (): void => gone(signal ?? code ?? 1);
    // The channel may hold messages for a moment after the process is gone. Node does not always emit `disconnect`: not when a
    // message was being sent to the dead process.
    if (!worker.isConnected()) return tell();
    worker.once('disconnect', tell);
    setTimeout(tell, LAST_WORDS_MS);
  });
  // `error` of a failed send is ignored, because `exit` follows; a process that the system could not start has no `exit`.
  worker.on('error', () => {
    if (worker.process.pid === undefined) gone(1);
  });
  return {
    send: (message) => void (worker.isConnected() && worker.send(message, () => undefined)),
    kill: (signal) => void worker.process.kill(signal),
  };
}
