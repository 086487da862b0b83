'use strict';
const path = require('node:path');
const { executor, runTool, sameVerdict } = require('./batch');

/** One run of TypeDoc over libraries, which writes nothing. */
module.exports = executor(async (projects, { root }) => {
  const names = projects.map((project) => path.basename(project.root));
  const { code } = await runTool(root, path.join('tools', 'check', 'reference.js'), names);
  return sameVerdict(projects, code === 0);
});
