'use strict';
const fs = require('node:fs');
const path = require('node:path');

/**
 * A jest reporter that leaves the figures of the run, and of each project by its folder, in the file named by
 * `STACKCHECK_TEST_SUMMARY`: the launcher prints them as its last line, and nx keeps those of a project with its pass.
 */
class TestSummaryReporter {
  onRunComplete(contexts, { testResults }) {
    const folders = [...contexts].map((context) => context.config.rootDir);
    const projects = Object.fromEntries(
      folders.map((folder) => [folder, figuresOf(testResults.filter((suite) => isIn(folder, suite.testFilePath)))]),
    );
    const summary = { ...figuresOf(testResults), projects };
    fs.writeFileSync(process.env.STACKCHECK_TEST_SUMMARY, JSON.stringify(summary));
  }
}

function figuresOf(suites) {
  const tests = suites.flatMap((suite) => suite.testResults);
  const withStatus = (...statuses) => tests.filter((test) => statuses.includes(test.status));
  return {
    passed: withStatus('passed').length,
    // A file that cannot be loaded holds no counted test, yet it is a failure.
    failed: withStatus('failed').length + suites.filter((suite) => suite.testExecError).length,
    skipped: withStatus('pending', 'todo').map((test) => test.fullName),
  };
}

function isIn(folder, file) {
  return file.startsWith(`${folder}${path.sep}`);
}

module.exports = TestSummaryReporter;
