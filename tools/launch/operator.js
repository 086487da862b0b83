'use strict';
const { runApp } = require('./run-app');

/** `npm run operator -- …`: all that an operator does, behind one command line. Arguments and exit code pass through. */
async function main() {
  process.exitCode = await runApp(['operator', 'dist', 'operator-main.js'], process.argv.slice(2));
}

void main();
