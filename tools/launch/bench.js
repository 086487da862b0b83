'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { APPS, TOOLS } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run bench`: the benchmarks, as ratios in one run. */
async function main() {
  await prepare([...APPS, ...TOOLS]);
  process.exitCode = await runProgram(path.join(root, 'tools', 'bench', 'dist', 'main.js'), process.argv.slice(2));
}

void main();
