'use strict';
const { spawn } = require('node:child_process');
const os = require('node:os');
const path = require('node:path');
const { watchParent } = require('./parent-watch');
const { quietEnvironment, say } = require('./workspace');

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SAME_REQUEST_MS = 1_000;

/**
 * Starts a JavaScript file with this Node, its input and output inherited.
 * The child leads a process group of its own: Ctrl-C in a terminal reaches the launcher alone, which passes on exactly
 * one signal. Otherwise the program would be asked to stop twice, and the second time often means "at once".
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<number> }} `ended` gives the exit code
 */
function startProgram(file, args, { cwd = process.cwd(), env = {}, stdio = 'inherit', nodeArgs = [] } = {}) {
  const endsWithUs = ['--require', path.join(__dirname, 'end-with-parent.js')];
  const child = spawn(process.execPath, [...nodeArgs, ...endsWithUs, file, ...args], {
    cwd,
    env: { ...quietEnvironment(), ...env },
    stdio: withHandedSocket(stdio),
    detached: process.platform !== 'win32',
  });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      say(`${path.basename(file)} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code === null ? 128 + os.constants.signals[signal] : code));
  });
  return { child, ended };
}

/** The streams of a child, and the listening socket that systemd handed to this process (sd_listen_fds(3)), which it goes on to keep. */
function withHandedSocket(stdio) {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = process.env;
  if (stdio !== 'inherit' || count !== '1' || meant !== String(process.pid)) return stdio;
  return ['inherit', 'inherit', 'inherit', 3];
}

/**
 * Runs `stop(signal)` for a stop signal, and with SIGTERM when the process that started us is gone. One wish to stop can
 * arrive several times at once (by the process group, again through npm, then npm's own end), so what follows within a
 * moment is not passed on; a person who presses Ctrl-C again later is heard.
 */
function onStopRequest(stop) {
  let heardAt = -Infinity;
  const request = (signal) => {
    const now = performance.now();
    if (now - heardAt < SAME_REQUEST_MS) return;
    heardAt = now;
    stop(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => request(signal));
  watchParent(() => heardAt === -Infinity && request('SIGTERM'));
}

/** Starts a program, passes stop signals on to it and waits for it. @returns {Promise<number>} its exit code */
function runProgram(file, args, options) {
  const { child, ended } = startProgram(file, args, options);
  onStopRequest((signal) => child.kill(signal));
  return ended;
}

module.exports = { STOP_SIGNALS, startProgram, onStopRequest, runProgram };
