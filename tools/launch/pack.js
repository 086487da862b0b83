'use strict';
const { toolUsage } = require('./usage');

toolUsage('pack', process.argv.slice(2));

const fs = require('node:fs');
const path = require('node:path');
const { prepare } = require('./prepare');
const { runProgram } = require('./run-program');
const { root } = require('./workspace');

const PROJECT = path.join('tools', 'pack');

/** `npm run pack`: the packages of the libraries as they are published, in dist/packages. */
async function main() {
  const libraries = fs.readdirSync(path.join(root, 'libs')).map((name) => path.join('libs', name, 'tsconfig.lib.json'));
  const compiled = libraries.filter((project) => fs.existsSync(path.join(root, project)));
  await prepare({ projects: [...compiled, path.join(PROJECT, 'tsconfig.lib.json')] });
  process.exitCode = await runProgram(path.join(root, PROJECT, 'dist', 'main.js'), process.argv.slice(2));
}

void main();
