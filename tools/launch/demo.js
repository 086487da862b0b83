'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { APPS, TOOLS } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run demo`: pays a call of each family of a running service with an official x402 client and prints the answers. */
async function main() {
  await prepare([...APPS, ...TOOLS]);
  process.exitCode = await runProgram(path.join(root, 'tools', 'e2e', 'dist', 'demo.js'), process.argv.slice(2));
}

void main();
