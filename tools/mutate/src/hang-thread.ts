import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { cpuMsOfProcess, type Watched } from './hang-watch';

const LOOK_EVERY_MS = 500;

let watched: Watched | undefined;
parentPort?.on('message', (next: Watched | undefined) => (watched = next));
setInterval(() => {
  if (watched === undefined || cpuMsOfProcess() < watched.untilCpuMs) return;
  writeFileSync(watched.mark, '');
  process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
