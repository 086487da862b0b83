'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');
const zlib = require('node:zlib');

/** Those that were entered and not left off: Node leads the value of each through every promise of the process. */
const entered = new Set();

/**
 * What a test file may change of its process, as it is now. Property values are kept as they are and not looked into.
 * @typedef {ReturnType<typeof stateOfProcess>} ProcessState
 */
function stateOfProcess() {
  return {
    globals: Object.getOwnPropertyDescriptors(globalThis),
    properties: publicProperties(process),
    exitCode: process.exitCode,
    variables: { ...process.env },
    folder: process.cwd(),
    listeners: listenersOf(process),
    compression: Object.getOwnPropertyDescriptors(zlib),
    entered: new Set(entered),
  };
}

/**
 * Puts back global names, properties of `process`, variables of the environment, the working folder, the listeners of `process` and the
 * functions of zlib, which the simulator replaces, and leaves off the values that follow asynchronous work: jest keeps the test under
 * way in one of each file's own, so that after 100 files each promise would carry 100 of them.
 * @param {ProcessState} state
 */
function restoreProcess(state) {
  restoreProperties(globalThis, state.globals, Object.getOwnPropertyDescriptors(globalThis));
  restoreProperties(process, state.properties, publicProperties(process));
  restoreProperties(zlib, state.compression, Object.getOwnPropertyDescriptors(zlib));
  process.exitCode = state.exitCode;
  restoreListeners(state.listeners);
  restoreVariables(state.variables);
  if (process.cwd() !== state.folder) process.chdir(state.folder);
  leaveStorages(state.entered);
}

function leaveStorages(before) {
  for (const storage of entered) {
    if (before.has(storage)) continue;
    storage.disable();
    entered.delete(storage);
  }
}

function noteEntered(verb) {
  const original = AsyncLocalStorage.prototype[verb];
  AsyncLocalStorage.prototype[verb] = function enter(...args) {
    entered.add(this);
    return original.apply(this, args);
  };
}

/** Those with a leading underscore are how Node keeps its listeners. */
function publicProperties(holder) {
  return Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(holder)).filter(([name]) => !name.startsWith('_')),
  );
}

function restoreProperties(holder, before, now) {
  for (const name of Reflect.ownKeys(now)) {
    if (!now[name].configurable || isSame(now[name], before[name])) continue;
    if (before[name]) Object.defineProperty(holder, name, before[name]);
    else delete holder[name];
  }
  for (const name of Reflect.ownKeys(before)) if (!now[name]) Object.defineProperty(holder, name, before[name]);
}

function isSame(now, before) {
  return before !== undefined && Object.is(now.value, before.value) && now.get === before.get;
}

function restoreVariables(before) {
  for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(before)) if (process.env[name] !== value) process.env[name] = value;
}

function listenersOf(emitter) {
  return new Map(emitter.eventNames().map((event) => [event, emitter.rawListeners(event)]));
}

function restoreListeners(before) {
  const now = listenersOf(process);
  for (const event of new Set([...before.keys(), ...now.keys()])) {
    const [wanted, found] = [before.get(event) ?? [], now.get(event) ?? []];
    if (wanted.length === found.length && wanted.every((listener, at) => listener === found[at])) continue;
    for (const listener of found) if (!wanted.includes(listener)) process.off(event, listener);
    for (const listener of wanted) if (!found.includes(listener)) process.on(event, listener);
  }
}

for (const verb of ['run', 'enterWith']) noteEntered(verb);

module.exports = { stateOfProcess, restoreProcess };
