'use strict';
const fs = require('node:fs');

/**
 * A jest reporter that leaves the figures of the run in the file named by `STACKCHECK_TEST_SUMMARY`, so that the
 * launcher can print them as its last line.
 */
class TestSummaryReporter {
  onRunComplete(_contexts, results) {
    const skipped = results.testResults.flatMap((suite) =>
      suite.testResults
        .filter((test) => test.status === 'pending' || test.status === 'todo')
        .map((test) => test.fullName),
    );
    const summary = {
      passed: results.numPassedTests,
      // A file that cannot be loaded holds no counted test, yet it is a failure.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped,
    };
    fs.writeFileSync(process.env.STACKCHECK_TEST_SUMMARY, JSON.stringify(summary));
  }
}

module.exports = TestSummaryReporter;
