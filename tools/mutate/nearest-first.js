'use strict';
const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Of the tests that import the changed file, those next to it run first: they notice most mutants, and `jest-circus-until-noticed.js` leaves
 * out the test files after the first one that does.
 */
class NearestFirst extends Sequencer {
  constructor(options) {
    super(options);
    this.changed = options.globalConfig.nonFlagArgs;
  }

  sort(tests) {
    const distanceOf = (test) => Math.min(...this.changed.map((file) => distance(file, test.path)));
    return super
      .sort(tests)
      .map((test) => ({ test, steps: distanceOf(test) }))
      .sort((a, b) => a.steps - b.steps)
      .map(({ test }) => test);
  }
}

/** Folders up and down between two files; less than one where a test file bears the name of the file. */
function distance(file, testFile) {
  const steps = path.relative(path.dirname(file), path.dirname(testFile)).split(path.sep).filter(Boolean).length;
  const isNamesake = path.basename(testFile) === path.basename(file).replace(/\.ts$/, '.spec.ts');
  return isNamesake ? steps / 100 : steps + 1;
}

module.exports = NearestFirst;
