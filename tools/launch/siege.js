'use strict';
const { toolUsage } = require('./usage');

toolUsage('siege', process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { APPS } = require('./build-workspace');
const { API_NODE_ARGS } = require('./api-node-args');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const PROJECT = path.join('tools', 'siege');

/** `npm run siege`: attacks on availability while honest buyers keep calling. The API gets the options that are given here, as `npm start` passes them on. */
async function main() {
  await prepare({ projects: [...APPS, path.join(PROJECT, 'tsconfig.lib.json')] });
  process.exitCode = await runProgram(path.join(root, PROJECT, 'dist', 'main.js'), process.argv.slice(2), {
    nodeArgs: API_NODE_ARGS,
  });
}

void main();
