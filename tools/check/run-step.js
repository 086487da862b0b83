'use strict';
const { spawn } = require('node:child_process');
const { quietEnvironment, root } = require('../launch/workspace');

/**
 * Runs one step. `live` steps write to the terminal while they run; the output of the others is kept.
 * @returns {Promise<{ name: string, ok: boolean, ms: number, output: string }>}
 */
function runStep({ name, file, args }, { live = false } = {}) {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: quietEnvironment(),
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const finish = (ok, note = '') =>
      resolve({ name, ok, ms: Date.now() - startedAt, output: Buffer.concat(chunks).toString() + note });
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code) => finish(code === 0));
  });
}

module.exports = { runStep };
