'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const { root, quietEnvironment } = require('./workspace');

/**
 * Runs npm in the checkout without letting it ask anything. What it writes is kept and given back, since it matters only when
 * it fails and would mix with the program's own output.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function runNpm(args, env = {}) {
  const { command, before, shell } = npmCommand();
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(command, [...before, ...args], {
      cwd: root,
      env: { ...quietEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `npm could not be started: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code === null ? 1 : code, output: Buffer.concat(chunks).toString() }));
  });
}

/** The npm that started us, or the one on the path. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && /^npm/.test(path.basename(running))) {
    return { command: process.execPath, before: [running], shell: false };
  }
  return { command: 'npm', before: [], shell: process.platform === 'win32' };
}

module.exports = { runNpm, npmCommand };
