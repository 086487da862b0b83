'use strict';
const { channel } = require('node:diagnostics_channel');
const fc = require('fast-check');
const runTests = require('jest-circus/runner');

/** Node reports here each process and thread that is started. */
const STARTED = ['child_process', 'worker_threads'].map((name) => channel(name));

/** Under this name the planted code finds which mutant is active, and counts what it reaches. */
const CONTEXT = '__stryker__';

/**
 * What is asked of the test files of one run, and what was seen of each; set and read by `src/test-runs.ts`.
 * @type {{ mutant?: string, hitsMax: Map<string, number>, isEnough: boolean, seen: Map<string, object> }}
 */
const observed = { mutant: undefined, hitsMax: new Map(), isEnough: false, seen: new Map() };

/** Runs a test file, unless the planted mutant made an earlier one fail: jest can stop by itself only from its command line. */
module.exports = observing(runTests.default ?? runTests);
module.exports.observed = observed;
module.exports.observing = observing;

function observing(run) {
  return async (globalConfig, config, environment, runtime, testPath, ...rest) => {
    if (observed.isEnough) return withoutTests(testPath);
    // Here and not by `setupFiles`, which would run for the files that are left out as well.
    for (const file of config.globals.setupOfTests ?? []) runtime.requireModule(file);
    // A property that fails has noticed the mutant. Looking for the smallest counterexample would take longer than all the rest.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
    const context = { activeMutant: observed.mutant, hitCount: 0, hitLimit: observed.hitsMax.get(testPath) };
    globalThis[CONTEXT] = context;
    const look = { startsOthers: false };
    const notice = () => void (look.startsOthers = true);
    for (const started of STARTED) started.subscribe(notice);
    const before = process.cpuUsage();
    try {
      const result = await run(globalConfig, config, environment, runtime, testPath, ...rest);
      if (observed.mutant !== undefined && result.numFailingTests > 0) observed.isEnough = true;
      return result;
    } finally {
      for (const started of STARTED) started.unsubscribe(notice);
      const { user, system } = process.cpuUsage(before);
      observed.seen.set(testPath, {
        ...look,
        hits: context.mutantCoverage?.static ?? {},
        isEndless: context.hitCount > context.hitLimit,
        cpuMs: Math.round((user + system) / 1_000),
      });
    }
  };
}

function withoutTests(testFilePath) {
  return {
    testFilePath,
    console: undefined,
    displayName: undefined,
    leaks: false,
    openHandles: [],
    failureMessage: null,
    numFailingTests: 0,
    numPassingTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    perfStats: { start: 0, end: 0, runtime: 0, slow: false },
    skipped: true,
    snapshot: {
      added: 0,
      fileDeleted: false,
      matched: 0,
      unchecked: 0,
      uncheckedKeys: [],
      unmatched: 0,
      updated: 0,
    },
    // Jest takes a file without any test for a fault.
    testResults: [leftOut(testFilePath)],
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
