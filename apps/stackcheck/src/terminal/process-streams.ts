import { readFileSync } from 'node:fs';
import { plainLine } from './plain-line';
import type { Streams } from './streams';

const STDIN = 0;

/** The streams of this process. Progress goes to a terminal only; colours obey `NO_COLOR` (no-color.org) and `FORCE_COLOR`. */
export function processStreams(): Streams {
  const { env, stdout, stderr } = process;
  const isShown = stderr.isTTY === true;
  let hasProgress = false;
  const clear = (): void => {
    if (hasProgress) stderr.write('\r\u001b[K');
    hasProgress = false;
  };
  return {
    write: (text) => {
      clear();
      stdout.write(text);
    },
    note: (line) => {
      clear();
      stderr.write(`${line.split('\n').map(plainLine).join('\n')}\n`);
    },
    progress: (line) => {
      if (!isShown) return;
      clear();
      if (line === '') return;
      stderr.write(plainLine(line).slice(0, (stderr.columns ?? 80) - 1));
      hasProgress = true;
    },
    columns: stdout.isTTY === true ? stdout.columns : undefined,
    colors: (env['NO_COLOR'] ?? '') === '' && (stdout.isTTY === true || (env['FORCE_COLOR'] ?? '') !== ''),
    env,
    cwd: process.cwd(),
    now: () => Date.now(),
    readInput: () => readFileSync(STDIN),
    messages: () => ({ input: process.stdin, output: stdout }),
  };
}
