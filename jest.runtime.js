'use strict';
const { createRequire } = require('node:module');
const path = require('node:path');
const JestRuntime = require('jest-runtime').default;

require('./jest.compile-once');
const { SharedSources } = require('./jest.shared-sources');
const { transformOnce } = require('./jest.transform-once');

const PACKAGES = `${path.sep}node_modules${path.sep}`;
/** Packages that keep a register of the classes of their callers: shared, it would keep the modules of every test file that has its own. */
const KEEPS_CALLERS = ['class-validator', 'class-validator-jsonschema', 'class-transformer', 'tsyringe'].map(
  (name) => `${PACKAGES}${name}${path.sep}`,
);
/** Where class-validator keeps its register, whichever copy of it asks. */
const REGISTER = 'classValidatorMetadataStorage';
/** Holds the tests of one file from the moment that it is loaded. */
const TESTS_OF_A_FILE = require.resolve('jest-circus/runner').replace(/runner\.js$/, 'jestAdapterInit.js');

const [OURS, SHARED, KEEPS] = ['ours', 'a package', 'a package that keeps callers'];
const requires = new Map();
const kinds = new Map();

/**
 * jest's modules of a test file, with three kinds that all files of a process share: packages of node_modules and jest's own, which Node
 * loads, and the sources of this repository (jest.shared-sources.js). Each is loaded once, in the realm of the process, which is also
 * that of the tests (jest.environment.js). What only tests load stays each test file's own.
 */
class SharedPackagesRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest);
    const [testPath, { watch, watchAll }] = rest;
    // What counts lines is written into them.
    if (!coverageOptions.collectCoverage) {
      transformOnce(this.transformCache);
      if (config.testEnvironmentOptions.sharesSources && !watch && !watchAll)
        this.sources = new SharedSources(this, testPath);
    }
    // The environment puts that of all others back after this file.
    if (this.sources?.isUsed !== true) delete globalThis[REGISTER];
  }

  requireModule(from, moduleName, options, isRequireActual = false) {
    if (!moduleName || this._resolution.isCoreModule(moduleName)) {
      return super.requireModule(from, moduleName, options, isRequireActual);
    }
    const file = this._resolution.resolveCjs(from, moduleName);
    if (this.sharesPackage(file)) return require(file);
    if (this.sources?.has(file)) return this.sources.load(file);
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  /** A test file that has our sources for itself has them registered for itself, too. */
  sharesPackage(file) {
    const kind = kindOf(file);
    return kind === SHARED || (kind === KEEPS && this.sources?.isUsed === true);
  }

  requireInternalModule(from, to) {
    if (!to) return from === TESTS_OF_A_FILE ? super.requireInternalModule(from, to) : require(from);
    return requireFrom(from)(to);
  }

  /** It would lead Node's own modules of the whole process through the modules of one test file. */
  installGetBuiltinModule() {}
}

function kindOf(file) {
  let known = kinds.get(file);
  if (known === undefined) {
    if (!file.includes(PACKAGES)) known = OURS;
    else known = KEEPS_CALLERS.some((name) => file.includes(name)) ? KEEPS : SHARED;
    kinds.set(file, known);
  }
  return known;
}

function requireFrom(file) {
  let known = requires.get(file);
  if (!known) requires.set(file, (known = createRequire(file)));
  return known;
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
