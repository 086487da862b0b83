import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from '../payment-ledger';
import { LedgerServer } from './ledger-server';
import { fromFaultMessage, isDamage, toFaultMessage, type FromThread, type ToThread } from './ledger-messages';

// The program of the thread that `LedgerThread` starts. What is not foreseen here ends the thread, which the starting side reports.

const port = parentPort!;
const { path, options } = workerData as { readonly path: string; readonly options: LedgerOptions };

const post = (message: FromThread): void => port.postMessage(message);
const postFault = (fault: unknown): void => post({ kind: 'fault', fault: toFaultMessage(fault) });
const ledger = open();
const server = new LedgerServer(ledger, (answers) => post({ kind: 'answers', answers }));

/** Messages that are there already are taken at once: an event for each takes longer than most of what they ask. */
port.on('message', (message: ToThread) => {
  for (let next: ToThread | undefined = message; next; next = receiveMessageOnPort(port)?.message as typeof next)
    onMessage(next);
});

function onMessage(message: ToThread): void {
  if (message.kind === 'ask') {
    for (const question of message.questions) void server.take(question);
    return;
  }
  if (message.kind === 'fail') return ledger.fail(fromFaultMessage(message.fault));
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
post({ kind: 'ready' });

/** A file that is found damaged on opening is no mere failure to start: no process may write it any more. */
function open(): OpenPaymentLedger {
  try {
    return openPaymentLedger(path, { ...options, onFault: postFault });
  } catch (error) {
    if (isDamage(error)) postFault(error);
    throw error;
  }
}
