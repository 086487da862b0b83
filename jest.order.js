'use strict';
const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** Projects whose tests start programs: they take long, and wait for most of it. */
const START_PROGRAMS = /^(tools|apps\/(ingest|operator))\//;

/**
 * Tests that start programs begin first, each together with one that computes: cores have work while the former wait, and none of them is left
 * alone at the end. Within both jest's order holds: what failed, what took long, what is large.
 */
class ProgramsFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const waiting = sorted.filter(startsPrograms);
    const computing = sorted.filter((test) => !startsPrograms(test));
    return waiting
      .flatMap((test, at) => [test, ...computing.slice(at, at + 1)])
      .concat(computing.slice(waiting.length));
  }
}

function startsPrograms({ path: file }) {
  return START_PROGRAMS.test(path.relative(__dirname, file).split(path.sep).join('/'));
}

module.exports = ProgramsFirst;
