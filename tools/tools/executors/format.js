'use strict';
const path = require('node:path');
const { executor, runTool, verdictsByFile } = require('./batch');
const { ownPaths } = require('./own-paths');

const PRETTIER = path.join('node_modules', 'prettier', 'bin', 'prettier.cjs');
const CHECK = ['--check', '--log-level=warn', '--ignore-unknown', '--no-error-on-unmatched-pattern'];

/** One run of Prettier. */
module.exports = executor(async (projects, { root, roots }) => {
  const all = projects.map((project) => ({ ...project, paths: ownPaths(root, project.root, roots) }));
  const run = await runTool(root, PRETTIER, [...CHECK, ...all.flatMap(({ paths }) => paths)]);
  return verdictsByFile(all, run, root);
});
