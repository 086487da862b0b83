'use strict';
const { toolUsage } = require('./usage');

toolUsage('simulate', process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { APPS } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const PROJECT = path.join('tools', 'simulate');

/** `npm run simulate -- --schedules N --seed S`: the payment path under faults and crashes, in simulated time. */
async function main() {
  await prepare({ projects: [...APPS, path.join(PROJECT, 'tsconfig.lib.json')] });
  process.exitCode = await runProgram(path.join(root, PROJECT, 'dist', 'bundle', 'main.js'), process.argv.slice(2));
}

void main();
