'use strict';
const path = require('node:path');
const { root } = require('../launch/workspace');
const { saveProjectGraph } = require('./project-graph');

/** Lints the whole workspace with the boundary rules, warnings counted as errors. */
async function main() {
  process.chdir(root);
  await saveProjectGraph();
  process.argv = [
    process.argv[0],
    'eslint',
    '--max-warnings=0',
    ...(process.argv.slice(2).length ? process.argv.slice(2) : ['.']),
  ];
  require(path.join(root, 'node_modules', 'eslint', 'bin', 'eslint.js'));
}

void main();
