const { availableParallelism } = require('node:os');

module.exports = {
  projects: [
    '<rootDir>/libs/*',
    '<rootDir>/apps/*',
    '<rootDir>/tools/{bench,conformance,demo,e2e,mutate,siege,simulate,tidy}',
  ],
  globalSetup: '<rootDir>/jest.temporary.js',
  // Many tests wait for a process or a chain, so that one more than there are cores is at work.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 30_000,
};
