'use strict';
const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const path = require('node:path');
const { root } = require('./workspace');

/**
 * `npm run stackcheck -- …`: the command line, in the folder that npm was called in. Installs and compiles it when it is missing.
 * Arguments and exit code pass through.
 */
async function main() {
  await prepare({ level: 'build', projects: ['apps/stackcheck/tsconfig.lib.json'] });
  const program = path.join(root, 'apps', 'stackcheck', 'dist', 'bundle', 'main.js');
  process.exitCode = await runProgram(program, process.argv.slice(2), { cwd: process.env.INIT_CWD ?? process.cwd() });
}

void main();
