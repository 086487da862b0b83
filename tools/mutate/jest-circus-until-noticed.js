'use strict';
const { default: runTests } = require('jest-circus/runner');

/** Names the mutant that is planted; absent in the first run, which shows that tests run at all. */
const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/**
 * Runs a test file, unless the planted mutant made an earlier one fail: jest can stop by itself only from its command line. Without a
 * mutant one file shows that tests run here. Stryker knows by the name of this file that it is jest-circus that runs.
 */
module.exports = untilNoticed(runTests);
module.exports.untilNoticed = untilNoticed;

function untilNoticed(run) {
  let enough;
  return async (globalConfig, config, environment, runtime, testPath, ...rest) => {
    const mutant = process.env[ACTIVE_MUTANT];
    if (enough !== undefined && enough.mutant === mutant) return withoutTests(enough.result, testPath);
    // Here and not by `setupFiles`, which would run for the files that are left out as well.
    for (const file of config.globals.setupOfTests ?? []) runtime.requireModule(file);
    const result = await run(globalConfig, config, environment, runtime, testPath, ...rest);
    const isEnough = mutant === undefined ? result.numPassingTests > 0 : result.numFailingTests > 0;
    if (isEnough) enough = { mutant, result };
    return result;
  };
}

function withoutTests(result, testFilePath) {
  return {
    ...result,
    testFilePath,
    // Jest takes a file without any test for a fault.
    testResults: [leftOut(testFilePath)],
    numFailingTests: 0,
    numPassingTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    failureMessage: null,
  };
}

function leftOut(testFilePath) {
  return {
    ancestorTitles: [],
    failureDetails: [],
    failureMessages: [],
    fullName: testFilePath,
    status: 'pending',
    title: testFilePath,
  };
}
