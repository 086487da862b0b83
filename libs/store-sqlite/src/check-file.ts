import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** What came of the check of a database file. */
export type FileCheck =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly detail: string }
  /** The check itself could not be made. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** Runs in the thread. As text, because it has to run from the sources as from what they are compiled to. */
const CHECK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  try {
    const database = new Database(workerData.path, { readonly: true, fileMustExist: true });
    parentPort.postMessage({ found: database.pragma('quick_check(1)', { simple: true }) });
    database.close();
  } catch (error) {
    // Thrown, an error of the driver would arrive without its message.
    parentPort.postMessage({ fault: { message: String(error.message), code: String(error.code) } });
  }
`;

/** What the thread reports. */
type Reported = { readonly found: unknown } | { readonly fault: { readonly message: string; readonly code: string } };

/**
 * SQLite's `quick_check` of a whole file, on a thread of its own: it takes a second for some hundred megabytes, and the file
 * can be used meanwhile. Never rejects.
 */
export function checkFile(path: string): Promise<FileCheck> {
  return new Promise((resolve) => {
    const workerData = { path, driver: require.resolve('better-sqlite3') };
    const thread = new Worker(CHECK, { eval: true, workerData });
    thread.unref();
    thread.once('message', (reported: Reported) => resolve(meaningOf(reported)));
    thread.once('error', ({ message }: Error) => resolve({ kind: 'unchecked', reason: message }));
    thread.once('exit', () => resolve({ kind: 'unchecked', reason: 'the thread ended without an answer' }));
  });
}

function meaningOf(reported: Reported): FileCheck {
  if ('found' in reported)
    return reported.found === 'ok' ? { kind: 'sound' } : { kind: 'damaged', detail: String(reported.found) };
  const { message, code } = reported.fault;
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code)
    ? { kind: 'damaged', detail: message }
    : { kind: 'unchecked', reason: message };
}

/** Whether a file is larger than so many bytes, and so was opened unchecked. */
export function isLargerThan(path: string, bytes: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytes;
}
