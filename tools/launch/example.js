'use strict';
const { prepare } = require('./prepare');
const path = require('node:path');
const { build } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const EXAMPLES = path.join(root, 'examples');

/**
 * `npm run example`: compiles the TypeScript buyer and runs it against a running service, since Node reads TypeScript only
 * from 22.18. Arguments and environment are the buyer's (examples/README.md).
 */
async function main() {
  await prepare([]);
  if (!(await build(['examples/tsconfig.json']))) process.exit(1);
  process.exitCode = await runProgram(path.join(EXAMPLES, 'dist', 'buy.js'), process.argv.slice(2));
}

void main();
