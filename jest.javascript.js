'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');
const { jsc, ...options } = require('./jest.swc.js');

/** As @swc/jest does it: calls of `jest.mock` go before what is imported. The map is a file of its own, which nobody reads but on a failure. */
const OPTIONS = {
  ...options,
  jsc: { ...jsc, transform: { ...jsc.transform, hidden: { jest: true } } },
  sourceMaps: true,
};
/** What was transformed before, by its text: the transformer alone takes a third of the start of a small program. */
const CACHE = path.join(__dirname, 'node_modules', '.cache', 'stackcheck-typescript');
const RULES = JSON.stringify([OPTIONS, require('@swc/core/package.json').version]);

/**
 * The JavaScript of one of our sources, for tests of every project and for what they start.
 * @param {string} source
 * @param {string} filename
 * @returns {{ code: string, map: string | null }} with the file of its source map, if it could be written
 */
function javascriptOf(source, filename) {
  const digest = createHash('sha256').update(`${RULES}\n${filename}\n${source}`).digest('hex');
  const file = path.join(CACHE, `${digest}.js`);
  const map = `${file}.map`;
  try {
    return { code: readFileSync(file, 'utf8'), map };
  } catch {
    const made = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
    return { code: made.code, map: keep(map, made.map) && keep(file, made.code) ? map : null };
  }
}

/** Whole or not at all: several processes and threads write at the same time. Without the right to write, each transforms for itself. */
function keep(file, text) {
  const part = `${file}.${process.pid}.${threadId}`;
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(part, text);
    renameSync(part, file);
    return true;
  } catch {
    // The next process tries again.
    return false;
  }
}

module.exports = { javascriptOf };
