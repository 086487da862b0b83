'use strict';
const fs = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { fileURLToPath } = require('node:url');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { restoreProcess, stateOfProcess } = require('./jest.process-state');
const { inputsOf } = require('./tools/tools/inputs/is-input');

const SYNCHRONOUS = [
  'readFileSync',
  'readdirSync',
  'openSync',
  'createReadStream',
  'cpSync',
  'copyFileSync',
  'existsSync',
];
const PROMISED = ['readFile', 'readdir', 'open', 'cp', 'copyFile'];

// Its register is a global name, which test files that share sources then find as it is.
require('class-validator').getMetadataStorage();

/** The project whose test runs in this process. */
let tested;

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** What test files make once for all that follow in the same process: folders of the API, clusters of PostgreSQL. */
const MADE_ONCE = Symbol.for('stackcheck.made-once');
const madeOnce = new Map();

/** What keeps a process alive, by the names of Node. */
const KEEPS_ALIVE = ['TCPServerWrap', 'TCPSocketWrap', 'TLSWrap', 'UDPWrap', 'ProcessWrap', 'FSEventWrap'];
/** The ends of connections and processes take a moment to arrive. */
const ENDS_WITHIN_MS = 5_000;
/** The connection of an answer of `fetch` whose body nobody reads ends when the answer is collected. */
const COLLECTED_AFTER_MS = 500;
const LOOK_EVERY_MS = 20;

/**
 * The process itself: tests run in the realm of Node and of the packages that jest.runtime.js shares, and each file finds the process
 * as the one before did. A test that reads a file of this repository that is no input of its target fails: a cached pass is honest
 * only where all that was read is in its key.
 */
class ProcessEnvironment {
  constructor({ globalConfig, projectConfig }, context) {
    // Sources that change between two test files of a process would make something else.
    if (!globalConfig.watch && !globalConfig.watchAll) globalThis[MADE_ONCE] = madeOnce;
    this.state = stateOfProcess();
    // jest-circus adds to those that are there.
    delete globalThis[EVENT_HANDLERS];
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    const { moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ config: projectConfig, global: globalThis, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    const { rootDir } = projectConfig;
    this.file = context.testPath;
    this.before = openHandles();
    const project = fromRoot(rootDir);
    tested = { project, isInput: inputsOf(__dirname, project) };
  }

  async setup() {}

  /** What stands for the realm of the process. */
  getVmContext() {
    return this.global;
  }

  exportConditions() {
    return this.conditions;
  }

  async teardown() {
    tested = undefined;
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    restoreProcess(this.state);
    this.global = null;
    await this.requireClosed();
  }

  /** A connection or process that a test leaves open keeps its worker alive after the last test. */
  async requireClosed() {
    for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
      const left = openHandles().filter(([name, count]) => count > (new Map(this.before).get(name) ?? 0));
      if (left.length === 0) return;
      if (waitedMs >= ENDS_WITHIN_MS) {
        const said = left.map(([name, count]) => `${count} ${name}`).join(', ');
        throw new Error(`${fromRoot(this.file)} leaves open what keeps its process alive: ${said}`);
      }
      if (waitedMs === COLLECTED_AFTER_MS) collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** How many there are of each kind. */
function openHandles() {
  const open = process.getActiveResourcesInfo();
  return KEEPS_ALIVE.map((name) => [name, open.filter((other) => other === name).length]);
}

function collectGarbage() {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}

function guard(holder, names) {
  for (const name of names) {
    const original = holder[name];
    holder[name] = function read(target, ...rest) {
      if (tested) refuseOthers(target, tested);
      return original.call(this, target, ...rest);
    };
  }
}

function refuseOthers(target, { project, isInput }) {
  const file = String(target?.href).startsWith('file:') ? fileURLToPath(target.href) : target;
  if (typeof file !== 'string') return;
  const inside = fromRoot(path.resolve(file));
  if (inside.startsWith('..') || isInput(inside)) return;
  throw new Error(
    `a test of ${project} reads ${inside}, which is no input of its target: name it in tools/tools/inputs/table.js`,
  );
}

function fromRoot(file) {
  return path.relative(__dirname, file).split(path.sep).join('/');
}

// Built-in modules are those of the process, whatever the test file.
guard(fs, SYNCHRONOUS);
guard(fs.promises, PROMISED);

module.exports = ProcessEnvironment;
