import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { UpstreamShapeError } from '@stackcheck/datasets/records';
import { FileWindow } from '../adapters/file-window';
import { readEntries } from './archive-reader';
import { toEntries, type ThreadAnswer, type ThreadRequest } from './thread-messages';

// The program of a thread that `ArchiveThreads` starts. What is not foreseen here ends the thread, which the starting side reports.

let opened: { readonly path: string; readonly handle: number; readonly archive: FileWindow } | undefined;

parentPort?.on('message', (request: ThreadRequest) => {
  if (request.kind === 'close') leave();
  else parentPort?.postMessage(answerTo(request));
});

function answerTo({ path, entries }: Extract<ThreadRequest, { readonly kind: 'read' }>): ThreadAnswer {
  try {
    return { ok: true, readings: JSON.stringify(readEntries(toEntries(entries), archiveAt(path))) };
  } catch (error) {
    if (error instanceof UpstreamShapeError) return { ok: false, fault: error.message };
    throw error;
  }
}

function archiveAt(path: string): FileWindow {
  if (opened?.path !== path) {
    leave();
    const handle = openSync(path, 'r');
    opened = { path, handle, archive: new FileWindow(handle) };
  }
  return opened.archive;
}

function leave(): void {
  if (opened !== undefined) closeSync(opened.handle);
  opened = undefined;
}
