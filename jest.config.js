const { readdirSync, existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');

/** Every project with tests; a folder that only holds what was built of an earlier project is none. */
const projects = ['libs', 'apps', 'tools'].flatMap((parent) =>
  readdirSync(join(__dirname, parent))
    .filter((name) => existsSync(join(__dirname, parent, name, 'jest.config.js')))
    .map((name) => `<rootDir>/${parent}/${name}`),
);

module.exports = {
  projects,
  testSequencer: '<rootDir>/jest.order.js',
  globalSetup: '<rootDir>/jest.temporary.js',
  // Many tests wait for a process or a chain, so that one more than there are cores is at work.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 120_000,
};
