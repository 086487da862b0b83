import { parentPort } from 'node:worker_threads';
import { readText } from './read-text';
import type { ReadByThread, TextToRead } from './text-reader';

// The program of the thread that `TextReader` starts. What is not foreseen ends it, which is told over there.

parentPort?.on('message', ({ text, withDev }: TextToRead) => {
  const startedMs = performance.now();
  const read = readText(text, withDev);
  parentPort?.postMessage({ read, workedMs: performance.now() - startedMs } satisfies ReadByThread);
});
