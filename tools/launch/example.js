'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `PRIVATE_KEY=0x… npm run example [-- FAMILY]

Compiles the TypeScript buyer of examples/ and buys every question of a family, or of all (examples/questions.json), from a running
service. In the sandbox of npm start any 32 bytes in hex are a key. Variables: examples/README.md. Installs an x402 client and
a wallet when they are missing.`;

helpOrRefuse(USAGE, process.argv.slice(2), { allow: (arg) => !arg.startsWith('-') });

const { prepare } = require('./prepare');
const path = require('node:path');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const EXAMPLES = path.join(root, 'examples');

/**
 * `npm run example`: compiles the TypeScript buyer and runs it against a running service, since Node reads TypeScript only
 * from 22.18. Arguments and environment are the buyer's (examples/README.md).
 */
async function main() {
  await prepare({ level: 'demo', projects: ['examples/tsconfig.json'] });
  process.exitCode = await runProgram(path.join(EXAMPLES, 'dist', 'buy.js'), process.argv.slice(2));
}

void main();
