'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run first-hour [-- --no-clone]

Walks docs/first-hour.md: clones this repository's last commit, installs and builds it, and runs every command of that page, to a sale on a
chain on loopback, with a facilitator and with a wallet of its own. Prints the commands with their times, as Markdown. Installs the packages
for development when they are missing.

  --no-clone   in this repository, without clone and build`;

const args = process.argv.slice(2);
helpOrRefuse(USAGE, args, { allow: (arg) => arg === '--no-clone' });

const path = require('node:path');
const { prepare } = require('./prepare');
const { APPS } = require('./build-workspace');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

async function main() {
  await prepare({ projects: [...APPS, 'tools/e2e/tsconfig.lib.json'] });
  process.exitCode = await runProgram(path.join(root, 'tools', 'e2e', 'dist', 'first-hour', 'main.js'), args);
}

void main();
