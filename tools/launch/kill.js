'use strict';
const { toolUsage } = require('./usage');

toolUsage('e2e', process.argv.slice(2));

const { prepare } = require('./prepare');
const path = require('node:path');
const { APPS } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run kill`: kills the real server again and again, or lets its disk fail, while it is paid on a local chain. */
async function main() {
  await prepare({ projects: [...APPS, 'tools/e2e/tsconfig.lib.json'] });
  const program = path.join(root, 'tools', 'e2e', 'dist', 'kill', 'main.js');
  process.exitCode = await runProgram(program, process.argv.slice(2));
}

void main();
