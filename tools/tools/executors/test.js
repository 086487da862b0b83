'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { executor, runTool } = require('./batch');
const { writeFigures } = require('../../launch/test-figures');
const { TEST_NODE_ARGS } = require('../../launch/test-node-args');

const JEST = path.join('node_modules', 'jest', 'bin', 'jest.js');
const REPORTER = path.join('tools', 'launch', 'test-summary-reporter.js');

/**
 * One run of jest over all projects. The figures of each project are the output of its target, so that they come back with a
 * cached pass. A bad end of jest that no failed test explains is nobody's pass.
 */
module.exports = executor(async (projects, { root }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stackcheck-figures-'));
  const file = path.join(folder, 'summary.json');
  const names = projects.map((project) => path.basename(project.root));
  const reporters = ['--reporters=default', `--reporters=${path.join(root, REPORTER)}`];
  const env = { STACKCHECK_TEST_SUMMARY: file };
  const { code } = await runTool(root, JEST, ['--selectProjects', ...names, ...reporters], env, TEST_NODE_ARGS);
  const summary = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { failed: 0, projects: {} };
  fs.rmSync(folder, { recursive: true });
  const isExplained = code === 0 || summary.failed > 0;
  return new Map(
    projects.map((project) => {
      const figures = summary.projects[path.join(root, project.root)];
      if (figures) writeFigures(path.join(root, project.root), figures);
      return [project.name, isExplained && figures?.failed === 0];
    }),
  );
});
