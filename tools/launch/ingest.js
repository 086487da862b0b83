'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run ingest -- …`, `npm run snapshots -- …`: the ingest worker; arguments and exit code pass through. */
async function main() {
  await prepare();
  process.exitCode = await runProgram(path.join(root, 'apps', 'ingest', 'dist', 'main.js'), process.argv.slice(2));
}

void main();
