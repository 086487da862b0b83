'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { TestEnvironment } = require('jest-environment-node');

require('./jest.compile-once');
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

/** The project whose test runs in this process. */
let tested;

/** What keeps a process alive, by the names of Node. */
const KEEPS_ALIVE = ['TCPServerWrap', 'TCPSocketWrap', 'TLSWrap', 'UDPWrap', 'ProcessWrap', 'FSEventWrap'];
/** The ends of connections and processes take a moment to arrive. */
const ENDS_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/**
 * Node, where a test that reads a file of this repository that is no input of its target fails: a cached pass is honest only where
 * all that was read is in its key.
 */
class InputsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { rootDir } = config.projectConfig;
    this.file = context.testPath;
    this.before = openHandles();
    const project = fromRoot(rootDir);
    tested = { project, isInput: inputsOf(__dirname, project) };
  }

  async teardown() {
    tested = undefined;
    await super.teardown();
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
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** How many there are of each kind. */
function openHandles() {
  const open = process.getActiveResourcesInfo();
  return KEEPS_ALIVE.map((name) => [name, open.filter((other) => other === name).length]);
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

module.exports = InputsEnvironment;
