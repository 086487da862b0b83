// One preset for every project: tests run on the TypeScript sources, no build needed.
module.exports = {
  testEnvironment: require.resolve('./jest.environment.js'),
  testEnvironmentOptions: {
    customExportConditions: ['@stackcheck/source', 'node', 'node-addons'],
    sharesSources: true,
  },
  runtime: require.resolve('./jest.runtime.js'),
  testMatch: ['**/src/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/out-tsc/'],
  modulePathIgnorePatterns: ['/dist/', '/out-tsc/'],
  transform: { '^.+\\.ts$': ['@swc/jest', require('./jest.swc.js')] },
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  setupFiles: [require.resolve('./jest.properties.js')],
  testTimeout: 120_000,
};
