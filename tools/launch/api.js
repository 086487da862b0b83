'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { API_NODE_ARGS } = require('./api-node-args');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run api -- …`: the HTTP API; arguments and exit code pass through. */
async function main() {
  await prepare();
  const api = path.join(root, 'apps', 'api', 'dist', 'main.js');
  process.exitCode = await runProgram(api, process.argv.slice(2), { nodeArgs: API_NODE_ARGS });
}

void main();
