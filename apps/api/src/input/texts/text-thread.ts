import { parentPort } from 'node:worker_threads';
import { readText } from './read-text';
import type { FromThread, TextToRead } from './text-reader';

// The program of the thread that `TextReader` starts. What is not foreseen ends it, which the starting side reports.

parentPort?.on('message', ({ text, withDev }: TextToRead) => {
  const startedMs = performance.now();
  const read = readText(text, withDev);
  parentPort?.postMessage({ read, workedMs: performance.now() - startedMs } satisfies FromThread);
});
parentPort?.postMessage('ready' satisfies FromThread);
