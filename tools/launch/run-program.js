'use strict';
const { spawn } = require('node:child_process');
const os = require('node:os');
const path = require('node:path');
const { watchParent } = require('./parent-watch');
const { quietEnvironment, say } = require('./workspace');

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts a JavaScript file with this Node, its input and output inherited.
 * The child leads a process group of its own: Ctrl-C in a terminal reaches the launcher alone, which passes on exactly
 * one signal. Otherwise the program would be asked to stop twice, and the second time often means "at once".
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<number> }} `ended` gives the exit code
 */
function startProgram(file, args, { cwd = process.cwd(), env = {}, stdio = 'inherit' } = {}) {
  const child = spawn(process.execPath, ['--require', path.join(__dirname, 'end-with-parent.js'), file, ...args], {
    cwd,
    env: { ...quietEnvironment(), ...env },
    stdio,
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

/** Runs `stop(signal)` for each stop signal, and once with SIGTERM when the process that started us is gone. */
function onStopRequest(stop) {
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
  watchParent(() => stop('SIGTERM'));
}

/** Starts a program, passes stop signals on to it and waits for it. @returns {Promise<number>} its exit code */
function runProgram(file, args, options) {
  const { child, ended } = startProgram(file, args, options);
  onStopRequest((signal) => child.kill(signal));
  return ended;
}

module.exports = { startProgram, onStopRequest, runProgram };
