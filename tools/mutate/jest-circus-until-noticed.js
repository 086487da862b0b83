'use strict';
const { default: runTests } = require('jest-circus/runner');

/** Names the mutant that is planted; absent in the first run, which finds what each test reaches. */
const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/**
 * Runs a test file, unless the planted mutant made an earlier one fail: jest can stop by itself only from its command line. Stryker
 * knows by the name of this file that it is jest-circus that runs.
 */
module.exports = untilNoticed(runTests);
module.exports.untilNoticed = untilNoticed;

function untilNoticed(run) {
  let noticed;
  return async (globalConfig, config, environment, runtime, testPath, ...rest) => {
    const mutant = process.env[ACTIVE_MUTANT];
    if (mutant !== undefined && noticed?.mutant === mutant) return withoutTests(noticed.result, testPath);
    // Here and not by `setupFiles`, which would run for the files that are left out as well.
    for (const file of config.globals.setupOfTests ?? []) runtime.requireModule(file);
    const result = await run(globalConfig, config, environment, runtime, testPath, ...rest);
    if (mutant !== undefined && result.numFailingTests > 0) noticed = { mutant, result };
    return result;
  };
}

function withoutTests(result, testFilePath) {
  return {
    ...result,
    testFilePath,
    testResults: [],
    numFailingTests: 0,
    numPassingTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    failureMessage: null,
  };
}
