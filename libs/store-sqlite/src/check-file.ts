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
  const database = new Database(workerData.path, { readonly: true, fileMustExist: true });
  parentPort.postMessage(database.pragma('quick_check(1)', { simple: true }));
  database.close();
`;

/**
 * SQLite's `quick_check` of a whole file, on a thread of its own: it takes a second for some hundred megabytes, and the file
 * can be used meanwhile. Never rejects.
 */
export function checkFile(path: string): Promise<FileCheck> {
  return new Promise((resolve) => {
    const workerData = { path, driver: require.resolve('better-sqlite3') };
    const thread = new Worker(CHECK, { eval: true, workerData });
    thread.unref();
    thread.once('message', (answer: unknown) =>
      resolve(answer === 'ok' ? { kind: 'sound' } : { kind: 'damaged', detail: String(answer) }),
    );
    thread.once('error', (error: Error & { readonly code?: string }) => {
      const isDamage =
        /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '') || /malformed|not a database/.test(error.message);
      resolve(isDamage ? { kind: 'damaged', detail: error.message } : { kind: 'unchecked', reason: error.message });
    });
    thread.once('exit', () => resolve({ kind: 'unchecked', reason: 'the thread ended without an answer' }));
  });
}

/** Whether a file is larger than so many bytes, and so was opened unchecked. */
export function isLargerThan(path: string, bytes: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytes;
}
