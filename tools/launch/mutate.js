'use strict';
const { toolUsage } = require('./usage');

toolUsage('mutate', process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const PROJECT = path.join('tools', 'mutate');

/** `npm run mutate -- AREA --sample N --seed S`: small faults in a copy of the code, and whether a test notices them. */
async function main() {
  await prepare({ projects: [path.join(PROJECT, 'tsconfig.lib.json')] });
  process.exitCode = await runProgram(path.join(root, PROJECT, 'dist', 'main.js'), process.argv.slice(2));
}

void main();
