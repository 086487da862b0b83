'use strict';
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');

/** The level from which a line of the log concerns the person at the terminal (pino: error). */
const ERROR_LEVEL = 50;

/**
 * Where the output of the programs goes that `npm start` runs. Into a pipe or a file it goes as it is, one JSON line per event.
 * On a terminal it goes into a file in the data folder, and only errors are shown, in a line each.
 * @returns {{ stdio: 'inherit' | [string, string, string], file?: string, take: (child: object) => void }}
 */
function startOutput(dataDir, stdout = process.stdout) {
  if (stdout.isTTY !== true) return { stdio: 'inherit', take: () => undefined };
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'npm-start.log');
  const log = fs.createWriteStream(file, { flags: 'w', mode: 0o600 });
  // A log that cannot be written must not end the sale.
  log.on('error', () => undefined);
  const take = (child) => {
    readline.createInterface({ input: child.stdout }).on('line', (line) => {
      log.write(`${line}\n`);
      const short = errorOf(line);
      if (short !== undefined) stdout.write(`${short}\n`);
    });
  };
  return { stdio: ['inherit', 'pipe', 'inherit'], file, take };
}

/** `error  background: snapshot poll, disk full` of a JSON line at `error` or above. */
function errorOf(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, event, msg, reason, what, message } = JSON.parse(line);
    if (!(Number(level) >= ERROR_LEVEL || level === 'error' || level === 'fatal')) return undefined;
    const parts = [what, reason, msg, message].filter((part) => typeof part === 'string' && part !== '');
    return `  error  ${event ?? 'fault'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  } catch {
    return undefined;
  }
}

module.exports = { startOutput, errorOf };
