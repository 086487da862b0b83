import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from '../payment-ledger';
import { LedgerServer } from './ledger-server';
import { fromTold, isDamage, toTold, type FromThread, type ToThread } from './ledger-messages';

// The program of the thread that `LedgerThread` starts. What is not foreseen here ends the thread, which is told over there.

const port = parentPort!;
const { path, options } = workerData as { readonly path: string; readonly options: LedgerOptions };

const tell = (message: FromThread): void => port.postMessage(message);
const tellFault = (fault: unknown): void => tell({ kind: 'fault', fault: toTold(fault) });
const ledger = open();
const desk = new LedgerServer(ledger, (answers) => tell({ kind: 'answers', answers }));

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
  if (message.kind === 'fail') return ledger.fail(fromTold(message.fault));
  try {
    ledger.close();
  } finally {
    Atomics.store(message.closed, 0, 1);
    Atomics.notify(message.closed, 0);
    // Not before the answers of what was just committed have left.
    setImmediate(() => setImmediate(() => port.close()));
  }
}

// A question that cannot be read would never be answered.
port.on('messageerror', (error) => {
  throw error;
});
tell({ kind: 'ready' });

/** Whoever finds on opening it that the file is damaged has not merely failed to start: nobody may write it any more. */
function open(): OpenPaymentLedger {
  try {
    return openPaymentLedger(path, { ...options, onFault: tellFault });
  } catch (error) {
    if (isDamage(error)) tellFault(error);
    throw error;
  }
}
