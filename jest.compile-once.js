'use strict';
const vm = require('node:vm');

/** Test files are loaded once; all others again by most test files that follow in the same process. */
const LOADED_ONCE = /\.spec\.ts$/;
const compileFunction = vm.compileFunction;
const compiled = new Map();

/**
 * jest gives each test file modules of its own and has V8 compile every one of them again. A script, unlike a function, can be run many
 * times: each module is compiled once per process and keeps, with it, the code of those functions that were called before. Modules
 * still are evaluated again. Nothing here is a module that imports dynamically.
 */
vm.compileFunction = function compileOnce(code, parameters, options) {
  const { filename, parsingContext } = options ?? {};
  // jest.environment.js names the realm of the process as the place to run in.
  if (parsingContext !== globalThis) return compileFunction(code, parameters, options);
  if (!filename || LOADED_ONCE.test(filename) || code.startsWith('#!'))
    return compileFunction(code, parameters, { ...options, parsingContext: undefined });
  const head = `(function (${parameters.join(', ')}) {`;
  let known = compiled.get(filename);
  if (known?.code !== code || known.head !== head) {
    known = { code, head, script: new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length }) };
    compiled.set(filename, known);
  }
  return known.script.runInThisContext();
};
