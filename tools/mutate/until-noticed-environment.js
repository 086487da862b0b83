'use strict';
const ProcessEnvironment = require('../../jest.environment.js');

const MADE_ONCE = Symbol.for('stackcheck.made-once');

/**
 * The environment of all tests, which leaves out what is left of a test file after the first test that fails: one has noticed the mutant,
 * and others may only wait in vain. What a test file makes is not kept for the next one: it may come from planted code.
 */
module.exports = class UntilNoticed extends ProcessEnvironment {
  constructor(config, context) {
    super(config, context);
    delete globalThis[MADE_ONCE];
  }

  handleTestEvent({ name, test }, state) {
    if (name === 'test_done' && test.errors.length > 0) leaveOut(state.rootDescribeBlock);
  }
};

function leaveOut(block) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') leaveOut(child);
    else child.mode = 'skip';
  }
}
