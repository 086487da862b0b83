'use strict';
const fs = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { transformedFile } = require('./jest.transform-once');

const FOLDERS = ['apps', 'libs'].map((name) => path.join(__dirname, name) + path.sep);
/** What only tests load may keep something of the test file that loads it: its `expect`, what is to be closed after it. */
const FOR_TESTS = /[\\/]testing[\\/]|\.spec\.ts$/;
/** Such a test file puts something else in the place of a module, for all that load it. */
const REPLACES_MODULES = /\bjest\s*\.\s*(mock|doMock|setMock|resetModules|isolateModules)/;
const WRAPPER = ['exports', 'require', 'module', '__filename', '__dirname'];

const modules = new Map();
const sourceMaps = new Map();

/** The runtime of the test file under way: what is loaded late is resolved by it. */
let current;

/**
 * The sources of this repository's apps and libraries as all test files of a process share them: like packages of node_modules they are loaded
 * once and keep nothing of who calls them. What such a module keeps by itself is what it would compute again, and each place that
 * keeps something is known by name (tools/tidy/src/module-state.spec.ts).
 */
class SharedSources {
  /**
   * @param {import('jest-runtime').default} runtime of one test file
   * @param {string} testPath the file
   */
  constructor(runtime, testPath) {
    this.runtime = runtime;
    this.isUsed = !REPLACES_MODULES.test(fs.readFileSync(testPath, 'utf8'));
    if (!this.isUsed) return;
    current = this;
    for (const [file, map] of sourceMaps) runtime.transformCache.sourceMaps.set(file, map);
  }

  /** Whether a file is one of theirs. */
  has(file) {
    return (
      this.isUsed && FOLDERS.some((folder) => file.startsWith(folder)) && file.endsWith('.ts') && !FOR_TESTS.test(file)
    );
  }

  /** The exports of one of their files. */
  load(file) {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const { code, sourceMapPath } = transformedFile(file);
    if (sourceMapPath) {
      sourceMaps.set(file, sourceMapPath);
      this.runtime.transformCache.sourceMaps.set(file, sourceMapPath);
    }
    const module = { exports: {}, filename: file, id: file };
    modules.set(file, module);
    try {
      const run = vm.compileFunction(code, WRAPPER, { filename: file });
      run.call(module.exports, module.exports, requireOf(file), module, file, path.dirname(file));
    } catch (error) {
      modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  resolve(from, name) {
    return this.runtime._resolution.resolveCjs(from, name);
  }

  require(from, name) {
    if (isBuiltin(name)) return require(name);
    const file = this.resolve(from, name);
    if (this.has(file)) return this.load(file);
    if (file.endsWith('.ts')) throw new Error(`${from} is shared by test files, and loads ${file}, which is not`);
    return createRequire(from)(file);
  }
}

/** What a module of theirs has for `require`. */
function requireOf(file) {
  return Object.assign((name) => current.require(file, name), { resolve: (name) => current.resolve(file, name) });
}

module.exports = { SharedSources };
