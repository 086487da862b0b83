'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/**
 * `npm run payments -- …`: looking into the ledger is a program of its own; `reconcile` settles, with the API's
 * configuration, and so is one of the API's. Arguments and exit code pass through.
 */
async function main() {
  const [command, ...rest] = process.argv.slice(2);
  await prepare();
  const isSettling = command === 'reconcile';
  const program = isSettling ? ['api', 'dist', 'reconcile.js'] : ['cli', 'dist', 'main.js'];
  process.exitCode = await runProgram(path.join(root, 'apps', ...program), isSettling ? rest : process.argv.slice(2));
}

void main();
