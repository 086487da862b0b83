'use strict';
const Sequencer = require('@jest/test-sequencer').default;

/** Runs test files in the order in which they were asked for. */
module.exports = class InGivenOrder extends Sequencer {
  constructor(options) {
    super(options);
    this.asked = options.globalConfig.nonFlagArgs;
  }

  sort(tests) {
    return [...tests].sort((a, b) => this.asked.indexOf(a.path) - this.asked.indexOf(b.path));
  }
};
