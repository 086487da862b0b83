'use strict';
const { helpOrRefuse } = require('./usage');

const USAGE = `npm run reference

Writes the reference of the libraries' public names to docs/api, made of their docstrings. \`npm run check -- reference\` only looks
whether there is something to warn of. Installs the packages for development when they are missing.`;

helpOrRefuse(USAGE, process.argv.slice(2));

require('./node-version').requireSupportedNode();
const path = require('node:path');
const { installWhenNeeded } = require('./install');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

/** `npm run reference`: docs/api. */
async function main() {
  await installWhenNeeded();
  const folder = path.join('docs', 'api');
  process.exitCode = await runProgram(path.join(root, 'tools', 'check', 'reference.js'), ['--out', folder]);
  if (process.exitCode === 0) process.stdout.write(`${path.join(folder, 'index.html')}\n`);
}

void main();
