'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { NATIVE, NATIVE_BINARY } = require('./install-state');
const { neededPackages } = require('./lock-closure');
const { npmCommand } = require('./npm');
const { replaceFile } = require('./replace-file');
const { STOP_SIGNALS } = require('./run-program');
const { quietEnvironment } = require('./workspace');

/**
 * SQLite is one huge file, compiled where no binary can be fetched. node-gyp asks for -O3, which takes two and a half times as long as -Og;
 * inserts, look-ups, updates and scans take about a sixth more with it. `npm ci`, as production installs, compiles with -O3.
 */
const NATIVE_COMPILER = { CFLAGS: '-Og', CXXFLAGS: '-Og', JOBS: 'max' };

/** What a build leaves that is used: what the module was compiled against, and the module, which shows that all is there. */
const BUILT = [path.join(NATIVE, 'build', 'config.gypi'), NATIVE_BINARY];

/**
 * Begins to install the native module with what it needs and nothing else, in a folder of its own: a compiler can be at work while npm
 * installs all other packages, of which it needs none.
 * @param {string} root the checkout
 * @param {Record<string, object>} locked `packages` of its package-lock.json
 * @returns {{ adopt: () => Promise<void> } | undefined} `adopt` waits for it and puts what was built into the checkout, nothing where it
 *   failed; undefined where no folder can be made
 */
function beginNativeModule(root, locked) {
  let folder;
  try {
    folder = nativeFolder(root, locked);
  } catch {
    return undefined;
  }
  const { command, before, shell } = npmCommand();
  // What cannot be fetched at once is left to the installation itself, which tries again.
  const child = spawn(command, [...before, 'ci', '--fetch-retries=0'], {
    cwd: folder,
    env: { ...quietEnvironment(), ...NATIVE_COMPILER },
    stdio: 'ignore',
    shell,
    // To end it together with the compiler that it starts.
    detached: process.platform !== 'win32',
  });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  const forget = endWithUs(child, folder);
  return {
    async adopt() {
      try {
        if (await ended) takeBuilt(folder, root);
      } catch {
        // The installation makes it itself, and says what is wrong.
      } finally {
        forget();
      }
    },
  };
}

function takeBuilt(folder, root) {
  for (const file of BUILT.filter((each) => fs.existsSync(path.join(folder, each)))) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    replaceFile(path.join(root, file), fs.readFileSync(path.join(folder, file)));
  }
}

function nativeFolder(root, locked) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-native-'));
  for (const [name, content] of Object.entries(nativeProject(locked)))
    fs.writeFileSync(path.join(folder, name), JSON.stringify(content));
  // Which registry it is, and how it is asked.
  const settings = path.join(root, '.npmrc');
  if (fs.existsSync(settings)) fs.copyFileSync(settings, path.join(folder, '.npmrc'));
  return folder;
}

/** Whatever ends this process ends the child with all that it started, and removes its folder. @returns {() => void} when it is over */
function endWithUs(child, folder) {
  const clear = () => {
    if (child.exitCode === null && child.signalCode === null) endGroup(child);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const onSignal = (signal) => {
    forget();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    process.off('exit', clear);
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    clear();
  };
  process.once('exit', clear);
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  return forget;
}

function endGroup(child) {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself in this moment, or never began.
  }
}

/** The files of a project that needs the native module alone, in the locked versions, by name. */
function nativeProject(locked) {
  const project = { name: 'native', private: true, dependencies: { [path.basename(NATIVE)]: locked[NATIVE].version } };
  const needed = [...neededPackages(locked, [NATIVE])].sort();
  const packages = Object.fromEntries(needed.map((where) => [where, asNeeded(locked[where])]));
  const lock = { name: project.name, lockfileVersion: 3, requires: true, packages: { '': project, ...packages } };
  return { 'package.json': project, 'package-lock.json': lock };
}

/** npm leaves out what is marked as wanted for another reason. */
function asNeeded({ dev: _dev, devOptional: _devOptional, peer: _peer, ...entry }) {
  return entry;
}

module.exports = { NATIVE_COMPILER, beginNativeModule, nativeProject };
