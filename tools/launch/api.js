'use strict';
const { API_NODE_ARGS } = require('./api-node-args');
const { runApp } = require('./run-app');

/** `npm run api -- …`: the HTTP API; arguments and exit code pass through. */
async function main() {
  process.exitCode = await runApp(['api', 'dist', 'bundle', 'main.js'], process.argv.slice(2), {
    nodeArgs: API_NODE_ARGS,
  });
}

void main();
