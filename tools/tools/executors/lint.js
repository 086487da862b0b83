'use strict';
const path = require('node:path');
const { executor, runTool, verdictsByFile } = require('./batch');
const { ownPaths } = require('./own-paths');

const LINT = path.join('tools', 'check', 'lint.js');

/** One run of ESLint with the boundary rules. */
module.exports = executor(async (projects, { root, roots }) => {
  const all = projects.map((project) => ({ ...project, paths: ownPaths(root, project.root, roots) }));
  const args = ['--no-error-on-unmatched-pattern', '--no-warn-ignored', ...all.flatMap(({ paths }) => paths)];
  return verdictsByFile(all, await runTool(root, LINT, args), root);
});
