'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run demo

Buys an answer of each family from the service that npm start runs, with the official client @x402/fetch and a key made for
the run. It signs for the test network alone: no real money. Installs that client and its wallet when they are missing.

Takes no arguments; the environment says where the service is:
  PORT              of a service on this machine (8402)
  BASE_URL          of a service anywhere
  PUBLIC_BASE_URL   the same, as the service itself is configured; BASE_URL comes first`;

helpOrRefuse(USAGE, process.argv.slice(2));

const path = require('node:path');
const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run demo`: pays a call of each family of a running service with an official x402 client and prints the answers. */
async function main() {
  await prepare({ level: 'demo', projects: ['tools/demo/tsconfig.lib.json'] });
  process.exitCode = await runProgram(path.join(root, 'tools', 'demo', 'dist', 'main.js'), []);
}

void main();
