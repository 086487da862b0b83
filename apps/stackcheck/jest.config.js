const preset = require('../../jest.preset.js');

module.exports = {
  ...preset,
  displayName: 'stackcheck',
  rootDir: __dirname,
  // Node loads this one by its compiled name, as it does for no other command.
  moduleNameMapper: { ...preset.moduleNameMapper, '/mcp/serve\\.js$': '<rootDir>/src/mcp/serve.ts' },
};
