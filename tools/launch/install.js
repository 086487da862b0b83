'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');
const { withInstallLock } = require('./install-lock');
const { installNeed, stampInstall } = require('./install-state');
const { root, say, quietEnvironment, seconds } = require('./workspace');

const STILL_WORKING_EVERY_MS = 10_000;

/** Installs what package-lock.json names when `node_modules` is missing or different; says so. Ends the process when npm fails. */
async function installWhenNeeded() {
  if (!installNeed(root)) return;
  const onWait = () => say('another command is installing the packages of this checkout; waiting for it');
  await withInstallLock(root, install, onWait);
}

async function install() {
  // Asked again: whoever held the lock has probably done the work.
  const need = installNeed(root);
  if (!need) return;
  const startedAt = Date.now();
  // Development packages hold the compiler, so they are wanted under NODE_ENV=production, too.
  const args = need.action === 'install' ? ['ci', '--include=dev'] : ['rebuild', 'better-sqlite3'];
  say(`${need.reason}: running npm ${args.join(' ')} (once; a minute or two where SQLite has to be compiled)`);
  const code = await runNpm(args);
  if (code !== 0) {
    say(`npm ${args[0]} failed with code ${code}; its own messages are above`);
    process.exit(code);
  }
  stampInstall(root);
  say(`installed in ${seconds(Date.now() - startedAt)}`);
}

function runNpm(args) {
  const startedAt = Date.now();
  const { command, before, shell } = npmCommand();
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], {
      cwd: root,
      env: quietEnvironment(),
      // Nothing may ask a question, and npm's own stdout must not mix with the program's.
      stdio: ['ignore', 2, 2],
      shell,
    });
    // npm draws its own progress on a terminal; elsewhere (a log) it is silent for a minute.
    const ticker = process.stderr.isTTY
      ? undefined
      : setInterval(() => say(`still installing, ${seconds(Date.now() - startedAt)}`), STILL_WORKING_EVERY_MS);
    const finish = (code) => {
      clearInterval(ticker);
      resolve(code);
    };
    child.on('error', (error) => {
      say(`npm could not be started: ${error.message}`);
      finish(1);
    });
    child.on('exit', (code) => finish(code === null ? 1 : code));
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

module.exports = { installWhenNeeded };
