'use strict';
const { toolUsage } = require('./usage');

toolUsage('bench', process.argv.slice(2));

const { prepare } = require('./prepare');
const path = require('node:path');
const { APPS, TOOLS } = require('./build-workspace');
const { API_NODE_ARGS } = require('./api-node-args');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run bench`: the benchmarks, as ratios in one run. Look-ups are measured in its own process, which therefore starts as the API does. */
async function main() {
  await prepare({ projects: [...APPS, ...TOOLS] });
  const bench = path.join(root, 'tools', 'bench', 'dist', 'main.js');
  process.exitCode = await runProgram(bench, process.argv.slice(2), { nodeArgs: API_NODE_ARGS });
}

void main();
