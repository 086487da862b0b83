'use strict';
const { runApp } = require('./run-app');

/**
 * `npm run payments -- …`: looking into the ledger is a program of its own; `reconcile` settles, with the API's
 * configuration, and so is one of the API's. Arguments and exit code pass through.
 */
async function main() {
  const [command, ...rest] = process.argv.slice(2);
  const isSettling = command === 'reconcile';
  process.exitCode = isSettling
    ? await runApp(['api', 'dist', 'composition', 'reconcile.js'], rest)
    : await runApp(['operator', 'dist', 'main.js'], process.argv.slice(2));
}

void main();
