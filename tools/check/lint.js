'use strict';
const path = require('node:path');
const { root } = require('../launch/workspace');
const { saveProjectGraph } = require('./project-graph');

/** Lints the whole workspace, or what the arguments name, with the boundary rules; a warning counts as an error. */
function main() {
  process.chdir(root);
  saveProjectGraph();
  const args = process.argv.slice(2);
  process.argv = [process.argv[0], 'eslint', '--max-warnings=0', ...(args.length > 0 ? args : ['.'])];
  require(path.join(root, 'node_modules', 'eslint', 'bin', 'eslint.js'));
}

main();
