'use strict';
// Lets a child process of a test run our sources without a build: node --conditions=@stackcheck/source --require this.
const { readFileSync } = require('node:fs');
const { javascriptOf } = require('./jest.javascript');

require.extensions['.ts'] = (module, filename) => {
  module._compile(javascriptOf(readFileSync(filename, 'utf8'), filename).code, filename);
};
