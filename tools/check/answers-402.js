'use strict';
const { spawn } = require('node:child_process');
const net = require('node:net');

/**
 * Runs a command that serves the API, asks for a price until it is named, and stops the command as a supervisor does.
 * @param {string} command as a shell takes it
 * @param {Record<string, string>} env with the PORT where it serves
 * @param {number} liveMs how long until the first answer, in milliseconds
 * @throws Error with what the command wrote where it ends, answers anything but 402, or does not answer
 */
async function answers402(command, cwd, env, liveMs) {
  let written = '';
  const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    for (const deadline = Date.now() + liveMs; ;) {
      const status = await fetch(`http://127.0.0.1:${env.PORT}/v1/eol/nodejs`).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 402) return;
      if (status !== 0 || Date.now() > deadline || child.exitCode !== null)
        throw new Error(`${command} answered ${status}:\n${written}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** The environment and more, with nothing of the npm that may have started us: its settings name the wrong folder. */
function ownEnvironment(own) {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_ENV$/.test(name));
  return { ...Object.fromEntries(outer), ...own };
}

/** A port of loopback that nothing listens on. */
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

module.exports = { answers402, ownEnvironment, freePort };
