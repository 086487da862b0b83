'use strict';
// Lets a child process of a test run our sources without a build: node --conditions=@stackcheck/source --require this.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');
const options = require('./jest.swc.js');

/** What was transformed before, by its text: the transformer alone takes a third of the start of a small program. */
const CACHE = path.join(__dirname, 'node_modules', '.cache', 'stackcheck-typescript');
const RULES = JSON.stringify([options, require('@swc/core/package.json').version]);

require.extensions['.ts'] = (module, filename) => {
  module._compile(javascriptOf(readFileSync(filename, 'utf8'), filename), filename);
};

function javascriptOf(source, filename) {
  const digest = createHash('sha256').update(`${RULES}\n${filename}\n${source}`).digest('hex');
  const file = path.join(CACHE, `${digest}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(source, { ...options, filename });
    keep(file, code);
    return code;
  }
}

/** Whole or not at all: several processes and threads write at the same time. Without the right to write, each transforms for itself. */
function keep(file, code) {
  const part = `${file}.${process.pid}.${threadId}`;
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(part, code);
    renameSync(part, file);
  } catch {
    // The next process tries again.
  }
}
