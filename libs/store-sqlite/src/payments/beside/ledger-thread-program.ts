import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
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

/** Messages that are there already are taken at once: an event for each takes longer than most of what they ask. */
port.on('message', (message: ToThread) => {
  for (let next: ToThread | undefined = message; next; next = receiveMessageOnPort(port)?.message as typeof next)
    hear(next);
});

function hear(message: ToThread): void {
  if (message.kind === 'ask') {
    for (const question of message.questions) void desk.take(question);
    return;
  }
  try {
    ledger.close();
  } finally {
    Atomics.store(message.closed, 0, 1);
    Atomics.notify(message.closed, 0);
    // Not before the answers of what was just committed have left.
    setImmediate(() => setImmediate(() => port.close()));
  }
}

tell({ kind: 'ready' });
