'use strict';
const { runApp } = require('./run-app');

/** `npm run ingest -- …`, `npm run snapshots -- …`: the ingest worker; arguments and exit code pass through. */
async function main() {
  process.exitCode = await runApp(['ingest', 'dist', 'bundle', 'main.js'], process.argv.slice(2));
}

void main();
