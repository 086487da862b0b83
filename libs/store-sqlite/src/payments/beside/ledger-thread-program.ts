import { parentPort, workerData } from 'node:worker_threads';
import { openPaymentLedger, type LedgerOptions } from '../payment-ledger';
import { LedgerDesk } from './ledger-desk';
import { toTold, type FromThread, type ToThread } from './ledger-messages';

// The program of the thread that `LedgerThread` starts. What is not foreseen here ends the thread, which is told over there.

const port = parentPort!;
const { path, options } = workerData as { readonly path: string; readonly options: LedgerOptions };

const tell = (message: FromThread): void => port.postMessage(message);
const ledger = openPaymentLedger(path, {
  ...options,
  onFault: (fault) => tell({ kind: 'fault', fault: toTold(fault) }),
});
const desk = new LedgerDesk(ledger, (answers) => tell({ kind: 'answers', answers }));

port.on('message', (message: ToThread) => {
  if (message.kind === 'ask') return void desk.take(message.question);
  try {
    ledger.close();
  } finally {
    Atomics.store(message.closed, 0, 1);
    Atomics.notify(message.closed, 0);
    // Not before the answers of what was just committed have left.
    setImmediate(() => setImmediate(() => port.close()));
  }
});
tell({ kind: 'ready' });
