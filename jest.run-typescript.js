'use strict';
// Lets a child process of a test run our sources without a build: node --conditions=@stackcheck/source --require this.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const options = require('./jest.swc.js');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};
