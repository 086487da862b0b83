'use strict';
const { TestEnvironment } = require('jest-environment-node');

/** Leaves out what is left of a test file after the first test that fails: one has noticed the mutant, and others may only wait in vain. */
module.exports = class UntilNoticed extends TestEnvironment {
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
