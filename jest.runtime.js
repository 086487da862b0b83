'use strict';
const { createRequire } = require('node:module');
const path = require('node:path');
const JestRuntime = require('jest-runtime').default;

require('./jest.compile-once');
const { SharedLibraries } = require('./jest.shared-libraries');
const { transformOnce } = require('./jest.transform-once');

const PACKAGES = `${path.sep}node_modules${path.sep}`;
/** Packages that keep a register of the classes of their callers: shared, it would keep every test file's modules. */
const KEEPS_CALLERS = ['class-validator', 'class-validator-jsonschema', 'class-transformer', 'tsyringe'].map(
  (name) => `${PACKAGES}${name}${path.sep}`,
);
/** Holds the tests of one file from the moment that it is loaded. */
const TESTS_OF_A_FILE = require.resolve('jest-circus/runner').replace(/runner\.js$/, 'jestAdapterInit.js');

const requires = new Map();
const isShared = new Map();

/**
 * jest's modules of a test file, with three kinds that all files of a process share: packages of node_modules and jest's own, which Node
 * loads, and the libraries of this repository that the tests of a project use (jest.shared-libraries.js). Each is loaded once, in the
 * realm of the process, which is also that of the tests (jest.environment.js). The project's own sources stay each test file's own.
 */
class SharedPackagesRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, ...rest);
    const [testPath, globalConfig] = rest;
    // What counts lines is written into them.
    if (coverageOptions.collectCoverage) return;
    transformOnce(this.transformCache);
    const { rootDir, testEnvironmentOptions } = config;
    const { watch, watchAll } = globalConfig;
    if (testEnvironmentOptions.sharesLibraries && !watch && !watchAll)
      this.libraries = new SharedLibraries(this, { rootDir, testPath });
  }

  requireModule(from, moduleName, options, isRequireActual = false) {
    if (!moduleName || this._resolution.isCoreModule(moduleName)) {
      return super.requireModule(from, moduleName, options, isRequireActual);
    }
    const file = this._resolution.resolveCjs(from, moduleName);
    if (isSharedPackage(file)) return require(file);
    if (this.libraries?.has(file)) return this.libraries.load(file);
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  requireInternalModule(from, to) {
    if (!to) return from === TESTS_OF_A_FILE ? super.requireInternalModule(from, to) : require(from);
    return requireFrom(from)(to);
  }

  /** It would lead Node's own modules of the whole process through the modules of one test file. */
  installGetBuiltinModule() {}
}

function isSharedPackage(file) {
  let known = isShared.get(file);
  if (known === undefined) {
    known = file.includes(PACKAGES) && !KEEPS_CALLERS.some((name) => file.includes(name));
    isShared.set(file, known);
  }
  return known;
}

function requireFrom(file) {
  let known = requires.get(file);
  if (!known) requires.set(file, (known = createRequire(file)));
  return known;
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
