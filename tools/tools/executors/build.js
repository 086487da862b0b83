'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { executor, runTool, sameVerdict } = require('./batch');

const TSC = path.join('node_modules', '@native', 'typescript', 'bin', 'tsc');

/**
 * One run of the compiler in build mode: it knows what depends on what, and leaves what is up to date. A fault keeps what depends on
 * it from being looked at, so that none passes then.
 */
function compiles(config) {
  return executor(async (projects, { root }) => {
    const configs = projects
      .map((project) => path.join(project.root, config))
      .filter((file) => fs.existsSync(path.join(root, file)));
    const { code } = await runTool(root, TSC, ['-b', ...configs]);
    return sameVerdict(projects, code === 0);
  });
}

module.exports = { ...compiles('tsconfig.lib.json'), compiles };
