import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variables that make the clock of a Node process wrong by so many hours. @param folder where what does it is put */
export function clockOff(folder: string, hours: number): Readonly<Record<string, string>> {
  return preload(
    folder,
    `const Right = Date;
globalThis.Date = class extends Right {
  constructor(...parts) { if (parts.length > 0) super(...parts); else super(Right.now() + ${hours * 3_600_000}); }
  static now() { return Right.now() + ${hours * 3_600_000}; }
};`,
  );
}

/** Variables with which a Node process waits so many times shorter than it means to. @param folder where what does it is put */
export function waitsShorter(folder: string, times: number): Readonly<Record<string, string>> {
  return preload(
    folder,
    `const timers = require('node:timers/promises');
const wait = timers.setTimeout;
timers.setTimeout = (ms, ...more) => wait(ms / ${times}, ...more);`,
  );
}

function preload(folder: string, script: string): Readonly<Record<string, string>> {
  const file = join(folder, 'clock.js');
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require ${file}` };
}
